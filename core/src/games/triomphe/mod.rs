//! Triomphe à Marengo: areas and approaches, hidden blocks, morale tokens.
