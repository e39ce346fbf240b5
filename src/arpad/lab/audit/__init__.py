"""An audit of a ranking: what the games support of its order, and what distorts it."""

from arpad.lab.audit.auditing import LEVEL, Audit, audit
from arpad.lab.audit.verdict import CODES, AuditVerdict

__all__ = ["CODES", "LEVEL", "Audit", "AuditVerdict", "audit"]
