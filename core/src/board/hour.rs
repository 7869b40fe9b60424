//! Hours of the day as clocks print them, such as 6:00AM.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A full hour, 0 (midnight) to 23.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Hour(pub u8);

/// A text that is no full hour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no full hour such as \"6:00AM\" or \"12:00PM\"")]
pub struct NoHour(pub String);

impl FromStr for Hour {
    type Err = NoHour;

    fn from_str(text: &str) -> Result<Self, NoHour> {
        let wrong = || NoHour(text.to_owned());
        let (digits, half) = text.split_once(":00").ok_or_else(wrong)?;
        let hour = digits.parse::<u8>().ok().filter(|hour| (1..=12).contains(hour)).ok_or_else(wrong)?;
        match half {
            "AM" => Ok(Hour(hour % 12)),
            "PM" => Ok(Hour(hour % 12 + 12)),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Hour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hour = match self.0 % 12 {
            0 => 12,
            hour => hour,
        };
        write!(f, "{hour}:00{}", if self.0 % 24 < 12 { "AM" } else { "PM" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_hours_print_and_parse_back() {
        for hour in 0..24 {
            assert_eq!(Hour(hour).to_string().parse(), Ok(Hour(hour)));
        }
        assert_eq!("12:00PM".parse(), Ok(Hour(12)));
        assert_eq!(Hour(21).to_string(), "9:00PM");
        for wrong in ["13:00PM", "0:00AM", "6AM", "6:30AM", "", "6:00"] {
            assert!(wrong.parse::<Hour>().is_err(), "{wrong}");
        }
    }
}
