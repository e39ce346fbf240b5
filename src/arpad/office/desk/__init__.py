"""The arbiter's desk: every act is a function from an event log to an event log.

What an act has to say stands in the findings of the log that it returns (:mod:`arpad.office.policy`), before
anything is written; what cannot be done is refused with an error that has a code. Nothing here prints, asks
or writes a file: the command line, pages and programs call the same functions.
"""

from arpad.office.desk.absences import away, back, give_bye
from arpad.office.desk.copying import copied
from arpad.office.desk.decisions import (
    accelerate,
    allow,
    draw_colour,
    fix_board,
    forbid,
    plan_rounds,
    set_details,
    set_points,
    set_tiebreaks,
)
from arpad.office.desk.entering import ParticipantEntry, edit, enter, enter_all, remove
from arpad.office.desk.entries_file import enter_from, enter_table
from arpad.office.desk.numbering import number_by_rating
from arpad.office.desk.opening import create
from arpad.office.desk.pairing import pair, pair_by_hand, set_board, swap_bye, unpair
from arpad.office.desk.publishing import finish, publish
from arpad.office.desk.reporting import accept_report, report_result, set_reporting
from arpad.office.desk.results import ResultFollowed, enter_result, enter_results, enter_some_results
from arpad.office.desk.stages import next_stage
from arpad.office.desk.taking_over import take_over
from arpad.office.desk.teams import (
    TeamEntry,
    current_round,
    edit_member,
    enter_board_result,
    enter_board_results,
    enter_team,
    enter_teams,
    lineup,
    name_lineup,
    order_roster,
    remove_member,
)
from arpad.office.desk.undoing import undo

__all__ = [
    "ParticipantEntry",
    "ResultFollowed",
    "TeamEntry",
    "accelerate",
    "accept_report",
    "allow",
    "away",
    "back",
    "copied",
    "create",
    "current_round",
    "draw_colour",
    "edit",
    "edit_member",
    "enter",
    "enter_all",
    "enter_board_result",
    "enter_board_results",
    "enter_from",
    "enter_result",
    "enter_results",
    "enter_some_results",
    "enter_table",
    "enter_team",
    "enter_teams",
    "finish",
    "fix_board",
    "forbid",
    "give_bye",
    "lineup",
    "name_lineup",
    "next_stage",
    "number_by_rating",
    "order_roster",
    "pair",
    "pair_by_hand",
    "plan_rounds",
    "publish",
    "remove",
    "remove_member",
    "report_result",
    "set_board",
    "set_details",
    "set_points",
    "set_reporting",
    "set_tiebreaks",
    "swap_bye",
    "take_over",
    "undo",
    "unpair",
]
