"""Which kind of competition a match of national teams is of, by the competition's name.

A kind is the field's word: what a rulebook weighs is the kind, never the name (:mod:`.importance`).

References:
    Names as martj42/international_results and martj42/womens-international-results (CC0) write them, in their
    editions of 2026, and the confederations' own. Which competitions are championships of a confederation,
    and which qualify for them or for a World Cup: the statutes of FIFA, AFC, CAF, Concacaf, CONMEBOL, OFC
    and UEFA. A championship of a part of a confederation, or a cup of its weaker members, is regional.

Names are compared without case, accents, punctuation, years and the word *women's*; a name with
*qualification*, *qualifiers* or *qualifying* in it is that of the competition's qualification.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache

FRIENDLY = "friendly"
WORLD_CUP = "world cup"
WORLD_CUP_QUALIFICATION = "world cup qualification"
CONTINENTAL = "continental championship"
CONTINENTAL_QUALIFICATION = "continental qualification"
NATIONS_LEAGUE = "nations league"
CONFEDERATIONS_CUP = "confederations cup"
INTERCONTINENTAL = "intercontinental cup"
REGIONAL = "regional championship"
REGIONAL_QUALIFICATION = "regional qualification"
OLYMPIC = "olympic games"
OLYMPIC_QUALIFICATION = "olympic qualification"
INVITATIONAL = "invitational tournament"

QUALIFICATIONS: Mapping[str, str] = {
    WORLD_CUP: WORLD_CUP_QUALIFICATION,
    CONTINENTAL: CONTINENTAL_QUALIFICATION,
    NATIONS_LEAGUE: NATIONS_LEAGUE,
    REGIONAL: REGIONAL_QUALIFICATION,
    OLYMPIC: OLYMPIC_QUALIFICATION,
    INVITATIONAL: INVITATIONAL,
}
"""The kind of a competition -> that of its qualification."""

KINDS = (
    FRIENDLY,
    WORLD_CUP,
    WORLD_CUP_QUALIFICATION,
    CONTINENTAL,
    CONTINENTAL_QUALIFICATION,
    NATIONS_LEAGUE,
    CONFEDERATIONS_CUP,
    INTERCONTINENTAL,
    REGIONAL,
    REGIONAL_QUALIFICATION,
    OLYMPIC,
    OLYMPIC_QUALIFICATION,
    INVITATIONAL,
)

NAMES: Mapping[str, str] = {
    FRIENDLY: """
        Friendly; Friendlies; Friendly match; International friendly; International friendlies
        Friendly international; FIFA Series; FIFA Unites Series; CONCACAF Series; Kirin Challenge Cup
        Freundschaftsspiel; Match amical; Amistoso; Amichevole; Vriendschappelijk; Товарищеский матч; 친선경기
    """,
    WORLD_CUP: """
        FIFA World Cup; World Cup; World Cup finals; FIFA World Cup finals; Weltmeisterschaft; Coupe du monde
        Copa del Mundo; Copa Mundial; Wereldkampioenschap; Чемпионат мира; 월드컵
    """,
    CONTINENTAL: """
        UEFA Euro; Euro; UEFA European Championship; European Championship; European Nations' Cup
        UEFA European Nations' Cup; Copa América; CONMEBOL Copa América; Copa América Femenina
        South American Championship; Campeonato Sudamericano; African Cup of Nations; Africa Cup of Nations
        African Nations Cup; CAF Africa Cup of Nations; AFCON; African Championship; AFC Asian Cup; Asian Cup
        AFC Championship; CONCACAF Gold Cup; Gold Cup; CONCACAF Championship; CONCACAF W Championship
        CONCACAF W Gold Cup; Oceania Nations Cup; OFC Nations Cup; OFC Championship
    """,
    NATIONS_LEAGUE: """
        UEFA Nations League; CONCACAF Nations League; CONMEBOL Nations League; Nations League
    """,
    CONFEDERATIONS_CUP: """
        Confederations Cup; FIFA Confederations Cup; King Fahd Cup
    """,
    INTERCONTINENTAL: """
        CONMEBOL–UEFA Cup of Champions; Finalissima; Artemio Franchi Cup; Pan American Championship
    """,
    OLYMPIC: """
        Olympic Games; Olympics; Summer Olympics; Olympic; Olympic Tournament
        AFC Olympic; AFC Olympic Tournament; CAF Olympic Tournament; CONCACAF Olympic Tournament
        OFC Olympic Tournament; UEFA Olympic; CONCACAF Pre-Olympic Tournament; UEFA Olympic Tournament
    """,
    REGIONAL: """
        AFC Challenge Cup; AFC Solidarity Cup; AFF Championship; AFF Cup; AFF Suzuki Cup
        ASEAN Championship; African Games; All-African Games; Amílcar Cabral Cup; Arab Championship; Arab Cup
        FIFA Arab Cup; Asian Games; Balkan Cup; Bolivarian Games; British Home Championship
        CAFA Championship; CAFA Nations Cup; Caribbean Cup; CCCF Championship; CECAFA Championship; CECAFA Cup
        Central American and Caribbean Games; Central American Games; Central European International Cup
        CFU Caribbean Cup; Copa Centroamericana; COSAFA Championship; COSAFA Cup; Dynasty Cup
        EAFF Championship; EAFF E-1 Championship; EAFF E-1 Football Championship; EAFF East Asian Cup
        East Asian Games; Far Eastern Championship Games; Gulf Cup; Arabian Gulf Cup
        Indian Ocean Island Games; Melanesia Cup; MSG Prime Minister's Cup; NAFC Championship
        NAFU Championship; Nordic Championship; Pacific Games; Pacific Mini Games; Palestine Cup
        Pan American Games; SAFF Championship; SAFF Cup; South Asian Games; South Pacific Games
        South Pacific Mini Games; Southeast Asian Games; Southeast Asian Peninsular Games; UDEAC Cup
        UNAF Tournament; UNCAF Cup; UNIFFAC Cup; WAFF Championship; WAFU Nations Cup; WAFU Zone A Cup
        WAFU Zone B Cup; West African Cup
    """,
    INVITATIONAL: """
        ABCS Tournament; African Friendship Games; Afro-Asian Games; Aisha Buhari Cup
        Al Ain International Cup; Algarve Cup; Aphrodite Cup; Armenia International Friendly Tournament
        Arnold Clark Cup; Atlantic Cup; Atlantic Heritage Cup; Australian Cup; Baltic Cup
        Bangladesh Tri-Nations Cup; Beijing International Friendship Tournament; Benedikt Fontana Cup
        Brazil Independence Cup; Canadian Shield; Caribbean Queen's Friendly Tournament; Chunghua Cup
        CONCACAF Invitational Tournament; CONIFA Africa Football Cup; CONIFA Asia Cup; CONIFA Challenger Cup
        CONIFA European Football Cup; CONIFA South America Football Cup; CONIFA World Cup
        CONIFA World Football Cup; Copa Artigas; Copa Bernardo O'Higgins; Copa Carlos Dittborn
        Copa Chevallier Boutell; Copa Confraternidad; Copa del Pacífico; Copa Félix Bogado
        Copa Juan Pinto Durán; Copa Lipton; Copa Newton; Copa Oswaldo Cruz; Copa Paz del Chaco
        Copa Premio Honor Argentino; Copa Premio Honor Uruguayo; Copa Ramón Castilla; Copa Rio Branco
        Copa Roca; Corsica Cup; Coupe de l'Outre-Mer; Cup of Ancient Civilizations; Cup of Nations
        Cyprus Cup; Cyprus International Tournament; Dakar Tournament
        Diamond Jubilee International Football Tournament; Dragon Cup; Dunhill Cup; ELF Cup
        Évence Coppée Trophy; FIFA 75th Anniversary Cup; FIFA Invitation Tournament; FIFI Wild Cup
        Four Nations Cup; Four Nations' Cup; Four Nations Tournament; GaNEFo; Gold Cup India; Goodwill Games
        Great Wall Cup; Guangzhou International Friendship Tournament; Hungary Heritage Cup
        Indonesia Tournament; Inter Games; Inter-Allied Games; Intercontinental Cup
        International Championship; International Friendship Championship; International Tournament
        International Tournament of Peoples, Cultures and Tribes; Island Games; Istria Cup
        Joe Robbie Cup; Jordan International Tournament; King Hassan II Tournament; King's Cup; Kirin Cup
        Korea Cup; KTFF 50th Anniversary Cup; Kuneitra Cup; Lunar New Year Cup; Mahinda Rajapaksa Cup
        Malta International Tournament; Mapinduzi Cup; Marianas Cup; Marlboro Cup; Matchworld Cup
        Matthews Cup; Mauritius Four Nations Cup; Merdeka Tournament; Merlion Cup; Miami Cup; Millennium Cup
        Morocco, Capital of African Football; MS&AD Cup; Mukuru 4 Nations; Mundialito; Muratti Vase
        Nations Cup; Navruz Cup; Nehru Cup; Niamh Challenge Cup; Nile Basin Tournament
        Open International Championship; OSN Cup; Outrigger Challenge Cup
        Palestine International Championship; Peace Cup; Peace Queen Cup; Philippine Peace Cup
        Phillip Seaga Cup; Pinatar Cup; Pink Ladies Cup; Prime Minister's Cup
        Real Madrid 75th Anniversary Cup; Revelations Cup; Rous Cup
        SAFF Friendly Tournament; Scania 100 Tournament; SheBelieves Cup
        Simba Tournament; SKN Football Festival; Slavic Cup; Soccer Ashes; South Asian Super Cup
        Superclásico de las Américas; The Other Final; Three Nations; Three Nations Cup
        Three Nations Tournament; TIFOCO Tournament; Tournament Burkina Faso; Tournament of Nations
        Tournoi de France; Trans-Tasman Cup; Tri Nation Cup; Tri Nation Tournament; Tri-Nations Cup
        Tri-Nations Series; Turkish Cup; Tynwald Hill Tournament; U.S. Cup
        United Arab Emirates Friendship Tournament; Unity Cup; USA Cup; Valais Cup; VFF Cup
        Vietnam Independence Cup; VisitMalta Trophy; Viva World Cup
        Windward Islands Tournament; World Unity Cup
        Yongchuan International Tournament; Zambian Independence Tournament
    """,
}
"""The names of the competitions of each kind, apart by semicolons and line ends."""

_QUALIFYING = re.compile(r"\b(qualif\w*|qualyf\w*)( (competition|rounds?|stage|play offs?))?\b")
_YEARS = re.compile(r"\b(1[89]|20)\d\d( \d\d(\d\d)?)?\b")
_WOMEN = re.compile(r"\b(women s|womens|women|men s|mens)\b")


@lru_cache(4096)
def plain(name: str) -> str:
    """Return a name as it is compared: lower case, without accents, punctuation, years and *women's*."""
    text = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    text = " ".join(re.findall(r"\w+", unicodedata.normalize("NFC", text).casefold().replace("_", " ")))
    return " ".join(_WOMEN.sub(" ", _YEARS.sub(" ", text)).split())


@lru_cache(1)
def _kinds() -> Mapping[str, str]:
    return {
        plain(name): kind
        for kind, names in NAMES.items()
        for name in re.split(r"[;\n]", names)
        if name.strip()
    }


def is_qualifying(name: str) -> bool:
    """Tell whether a name, as of :func:`plain`, speaks of a qualification."""
    return _QUALIFYING.search(name) is not None


@lru_cache(4096)
def kind_of(name: str) -> str | None:
    """Return the kind of competition by its name; None where no such competition is known."""
    text = plain(name)
    if not is_qualifying(text):
        return _kinds().get(text)
    rest = " ".join(_QUALIFYING.sub(" ", text).split())
    kind = _kinds().get(rest) or _kinds().get(f"{rest} tournament")
    return None if kind is None else QUALIFICATIONS.get(kind)
