//! What the tests of Bormida share.
