//! Palettes: which hue each role of a scene takes.

use bormida_core::scene::{Colour, Role};

/// Red, green, blue, opacity; not premultiplied.
pub type Rgba = [u8; 4];

/// The hues of all roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Palette {
    /// A hand-coloured engraving on warm paper.
    #[default]
    Engraving,
    /// The same board with sides of blue and orange that all eyes tell apart, and a paler land under them.
    ClearSides,
    /// The board by lamplight: dark paper, light ink.
    Night,
}

impl Palette {
    /// All palettes, the default first.
    pub const ALL: [Palette; 3] = [Palette::Engraving, Palette::ClearSides, Palette::Night];

    /// The palette's name, for people.
    pub const fn name(self) -> &'static str {
        match self {
            Palette::Engraving => "Engraving",
            Palette::ClearSides => "Clear sides",
            Palette::Night => "Night",
        }
    }

    /// What a colour of a scene looks like.
    pub fn rgba(self, colour: Colour) -> Rgba {
        let [r, g, b] = self.hue(colour.role);
        [r, g, b, colour.alpha]
    }

    fn hue(self, role: Role) -> [u8; 3] {
        let engraving = engraving(role);
        match self {
            Palette::Engraving => engraving,
            Palette::ClearSides => match role {
                Role::Red => [0xc4, 0x5a, 0x00],
                Role::RedTint => [0xff, 0xd9, 0xa8],
                Role::Blue => [0x0b, 0x4f, 0x8f],
                Role::BlueTint => [0xcf, 0xe4, 0xf7],
                Role::Bad => [0xa8, 0x3c, 0x00],
                Role::Good => [0x00, 0x6b, 0x8f],
                _ if is_ground(role) => mix(engraving, [0xf7, 0xf2, 0xe4], 0.45),
                _ => engraving,
            },
            Palette::Night => match role {
                Role::Red => [0xf0, 0x6a, 0x58],
                Role::RedTint => [0x5a, 0x2a, 0x24],
                Role::Blue => [0x6f, 0xa8, 0xf0],
                Role::BlueTint => [0x2d, 0x4e, 0x80],
                Role::Face => [0x1b, 0x1a, 0x18],
                Role::Lit => [0xf4, 0xc2, 0x4a],
                Role::Chosen => [0xff, 0xe4, 0x90],
                Role::Dimmed | Role::Black => [0x08, 0x08, 0x08],
                _ => inverted(engraving),
            },
        }
    }
}

fn is_ground(role: Role) -> bool {
    matches!(role, Role::Open | Role::Marsh | Role::Wood | Role::Vineyard | Role::Rice | Role::Garden | Role::Relief)
}

#[rustfmt::skip]
fn engraving(role: Role) -> [u8; 3] {
    match role {
        Role::Paper        => [0xf4, 0xec, 0xd8],
        Role::PaperDeep    => [0xe6, 0xd8, 0xb8],
        Role::Open         => [0xf0, 0xe8, 0xce],
        Role::Water        => [0x9d, 0xbf, 0xcd],
        Role::Bank         => [0x45, 0x6f, 0x84],
        Role::Marsh        => [0xcf, 0xdc, 0xcb],
        Role::Reed         => [0x5f, 0x86, 0x7e],
        Role::Wood         => [0xc3, 0xcf, 0xa1],
        Role::Tree         => [0x5c, 0x77, 0x46],
        Role::Vineyard     => [0xe6, 0xe2, 0xb4],
        Role::Vine         => [0x9a, 0x99, 0x56],
        Role::Rice         => [0xd5, 0xe3, 0xdf],
        Role::Paddy        => [0x7f, 0xa6, 0xae],
        Role::Garden       => [0xc9, 0xd8, 0xa0],
        Role::Relief       => [0xa8, 0x84, 0x5a],
        Role::Building     => [0x5a, 0x2a, 0x22],
        Role::RoadMain     => [0xfb, 0xf4, 0xe0],
        Role::RoadMainEdge => [0x6b, 0x45, 0x2e],
        Role::RoadLocal    => [0x86, 0x5f, 0x42],
        Role::Bridge       => [0x4a, 0x38, 0x2c],
        Role::Ink          => [0x2b, 0x24, 0x1e],
        Role::InkSoft      => [0x6a, 0x5d, 0x4e],
        Role::Field        => [0xfa, 0xf5, 0xe6],
        Role::FieldEdge    => [0x8a, 0x77, 0x5c],
        Role::Good         => [0x2f, 0x7d, 0x4f],
        Role::Bad          => [0xa4, 0x2a, 0x2a],
        Role::Horse        => [0xb0, 0x7a, 0x2a],
        Role::Gun          => [0x3d, 0x3d, 0x45],
        Role::Objective    => [0x7a, 0x2f, 0x6e],
        Role::Red          => [0xb2, 0x22, 0x22],
        Role::RedTint      => [0xf3, 0xd3, 0xc8],
        Role::Blue         => [0x1f, 0x3f, 0x8f],
        Role::BlueTint     => [0xd3, 0xde, 0xf2],
        Role::Face         => [0xff, 0xfb, 0xf0],
        Role::Black        => [0x14, 0x12, 0x10],
        Role::Lit          => [0xe0, 0x9a, 0x10],
        Role::Chosen       => [0x1c, 0x8a, 0x5a],
        Role::Dimmed       => [0x30, 0x2c, 0x26],
    }
}

/// `a` moved towards `b` by a part of the way.
fn mix(a: [u8; 3], b: [u8; 3], part: f32) -> [u8; 3] {
    std::array::from_fn(|k| (f32::from(a[k]) * (1.0 - part) + f32::from(b[k]) * part).round() as u8)
}

/// Light turned to dark with the tint kept: what is paper becomes slate.
fn inverted([r, g, b]: [u8; 3]) -> [u8; 3] {
    let (high, low) = (r.max(g).max(b), r.min(g).min(b));
    let turn = |channel: u8| {
        let value = 255 - (i32::from(high) + i32::from(low)) + i32::from(channel);
        (22.0 + value.clamp(0, 255) as f32 * 0.8).round() as u8
    };
    [turn(r), turn(g), turn(b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luminance(hue: [u8; 3]) -> f32 {
        let linear = |c: u8| (f32::from(c) / 255.0).powf(2.2);
        0.2126 * linear(hue[0]) + 0.7152 * linear(hue[1]) + 0.0722 * linear(hue[2])
    }

    fn contrast(a: [u8; 3], b: [u8; 3]) -> f32 {
        let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// A hue as eyes without the receptor for green see it (Machado, Oliveira and Fernandes 2009, full severity).
    fn without_green([r, g, b]: [u8; 3]) -> [f32; 3] {
        let linear = [r, g, b].map(|c| (f32::from(c) / 255.0).powf(2.2));
        let rows = [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]];
        rows.map(|row: [f32; 3]| {
            let seen: f32 = row.iter().zip(linear).map(|(part, c)| part * c).sum();
            255.0 * seen.clamp(0.0, 1.0).powf(1.0 / 2.2)
        })
    }

    #[test]
    fn the_sides_differ_to_eyes_that_see_no_green() {
        for palette in Palette::ALL {
            let [red, blue] = [Role::Red, Role::Blue].map(|role| without_green(palette.hue(role)));
            let apart = red.iter().zip(blue).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
            assert!(apart > 120.0, "{palette:?}: {apart}");
        }
        let confused = [[0xb2, 0x22, 0x22], [0x5a, 0x5a, 0x10]].map(without_green);
        let apart = confused[0].iter().zip(confused[1]).map(|(a, b)| (a - b).powi(2)).sum::<f32>().sqrt();
        assert!(apart < 50.0, "red and olive are one to such eyes, or the test tells nothing: {apart}");
    }

    #[test]
    fn hidden_backs_stand_out_from_the_night_and_carry_ink() {
        for tint in [Role::RedTint, Role::BlueTint].map(|role| Palette::Night.hue(role)) {
            assert!(contrast(tint, Palette::Night.hue(Role::Ink)) >= 4.5);
        }
        let back = contrast(Palette::Night.hue(Role::BlueTint), Palette::Night.hue(Role::Paper));
        assert!(back >= 1.4, "{back}");
    }

    #[test]
    fn ink_and_sides_stand_out_from_the_paper_in_every_palette() {
        for palette in Palette::ALL {
            for (role, least) in [(Role::Ink, 7.0), (Role::InkSoft, 3.5), (Role::Red, 3.0), (Role::Blue, 3.0)] {
                let found = contrast(palette.hue(role), palette.hue(Role::Paper));
                assert!(found >= least, "{palette:?} {role:?}: {found}");
            }
        }
    }
}
