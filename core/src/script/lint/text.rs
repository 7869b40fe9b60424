//! Texts that people are shown: signs in them that end a line, command a terminal or turn the writing round.

use full_moon::ast::luau::InterpolatedString;
use full_moon::ast::{BinOp, Expression};
use full_moon::tokenizer::{StringLiteralQuoteType, TokenReference, TokenType};

use super::walk::{Walk, literal, of_token};
use crate::pack::plain::{no_line, no_lines};

impl<'m, 't> Walk<'m, 't> {
    /// Whether a function that the game calls returns a reason that people are told.
    pub(super) fn gives_a_reason(&self, name: &str) -> bool {
        self.module.nested.iter().any(|(_, function)| function.name == name) && name == "may"
    }

    /// A text that is shown in one line, as far as it is written out.
    pub(super) fn shown(&mut self, value: &'t Expression) {
        let texts = match value {
            Expression::String(text) => vec![(text, meant(text))],
            Expression::InterpolatedString(text) => pieces(text),
            Expression::Parentheses { expression, .. } | Expression::TypeAssertion { expression, .. } => {
                return self.shown(expression);
            }
            Expression::BinaryOperator { lhs, binop: BinOp::TwoDots(_) | BinOp::And(_) | BinOp::Or(_), rhs } => {
                self.shown(lhs);
                return self.shown(rhs);
            }
            Expression::IfExpression(choice) => {
                self.shown(choice.if_expression());
                choice.else_if_expressions().into_iter().flatten().for_each(|other| self.shown(other.expression()));
                return self.shown(choice.else_expression());
            }
            _ => return,
        };
        for (at, text) in texts {
            let why = match self.module.tidies {
                true => no_lines(&text.replace('\t', " ")),
                false => no_line(&text),
            };
            if let Some(why) = why {
                let hint =
                    "what people are shown is one line: a match refuses such a text, or shows it without the sign";
                self.warning(of_token(at), why, Some(hint.to_owned()));
                return;
            }
        }
    }
}

/// What stands between the expressions of a text.
fn pieces(text: &InterpolatedString) -> Vec<(&TokenReference, String)> {
    let tokens = text.segments().map(|segment| &segment.literal).chain([text.last_string()]);
    let piece = |token| match token_type(token) {
        TokenType::InterpolatedString { literal, .. } => Some((token, unescaped(literal))),
        _ => None,
    };
    tokens.filter_map(piece).collect()
}

fn token_type(token: &TokenReference) -> &TokenType {
    token.token().token_type()
}

/// A text as it is when the script runs.
fn meant(text: &TokenReference) -> String {
    match token_type(text) {
        TokenType::StringLiteral { literal, quote_type: StringLiteralQuoteType::Brackets, .. } => {
            literal.strip_prefix('\n').unwrap_or(literal).to_owned()
        }
        _ => unescaped(literal(text)),
    }
}

/// A text as Luau reads what stands between the quotes.
fn unescaped(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(sign) = rest.chars().next() else { break };
        rest = &rest[sign.len_utf8()..];
        let digits =
            |rest: &str, most: usize, base: u32| rest.chars().take(most).take_while(|c| c.is_digit(base)).count();
        match sign {
            'a' => out.push('\u{7}'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'v' => out.push('\u{b}'),
            'z' => rest = rest.trim_start(),
            'x' => {
                let n = digits(rest, 2, 16);
                out.extend(code(&rest[..n], 16));
                rest = &rest[n..];
            }
            'u' => {
                let (inner, after) = rest.strip_prefix('{').and_then(|rest| rest.split_once('}')).unwrap_or(("", rest));
                out.extend(code(inner, 16));
                rest = after;
            }
            '0'..='9' => {
                let n = digits(rest, 2, 10);
                out.extend(code(&format!("{sign}{}", &rest[..n]), 10));
                rest = &rest[n..];
            }
            other => out.push(other),
        }
    }
    out + rest
}

fn code(digits: &str, base: u32) -> Option<char> {
    u32::from_str_radix(digits, base).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_as_luau_reads_them() {
        for (written, read) in [
            ("plain", "plain"),
            (r"a\nb\tc", "a\nb\tc"),
            (r"\27[2J\x1b\u{1b}", "\u{1b}[2J\u{1b}\u{1b}"),
            (r#"\"\\n"#, "\"\\n"),
            (r"\u{2028}\0659", "\u{2028}A9"),
            ("a\\z  \n b", "ab"),
            (r"\", ""),
        ] {
            assert_eq!(unescaped(written), read, "{written}");
        }
    }
}
