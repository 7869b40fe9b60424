#!/usr/bin/env bash
# The real program on a virtual screen: begin a match, give an order by mouse and one by keys, find both in the save; copy the
# position, and find it where other programs paste from.
# usage: .ci/window.sh [PROGRAM] [PICTURE.png]     needs Xvfb, xdotool, xclip; a picture needs ImageMagick
set -euo pipefail

program=$(realpath "${1:-target/debug/bormida}")
picture=${2:-}
home=$(mktemp -d)
pids=()

finish() {
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    wait 2>/dev/null || true
    rm -rf "$home"
}
trap finish EXIT

fail() {
    echo "window: $*" >&2
    [ -s "$home/log" ] && sed 's/^/  /' "$home/log" >&2
    exit 1
}

# Xvfb picks a free display and writes its number
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$home/display" 2>/dev/null &
pids+=($!)
for _ in $(seq 100); do [ -s "$home/display" ] && break; sleep 0.1; done
[ -s "$home/display" ] || fail "no virtual screen"
DISPLAY=:$(cat "$home/display")
export DISPLAY

env -u WAYLAND_DISPLAY HOME="$home" XDG_DATA_HOME="$home/data" LIBGL_ALWAYS_SOFTWARE=1 "$program" >"$home/log" 2>&1 &
pids+=($!)
window=
for _ in $(seq 200); do
    window=$(xdotool search --onlyvisible --name '^Bormida$' 2>/dev/null | head -1) && [ -n "$window" ] && break
    kill -0 "${pids[1]}" 2>/dev/null || fail "the program has ended"
    sleep 0.1
done
[ -n "$window" ] || fail "no window"
xdotool windowfocus "$window" 2>/dev/null || true
xdotool windowmove "$window" 0 0 windowsize "$window" 1280 800 2>/dev/null || true

save=
for _ in $(seq 60); do
    xdotool key --window 0 n
    sleep 0.25
    save=$(find "$home" -name '*.match' | head -1)
    [ -n "$save" ] && break
done
[ -n "$save" ] || fail "no match was begun"

orders() { grep -c '"line":"order"' "$save" || true; }

# waits until there are more orders than so many, at most so many times a pause
more_than() {
    for _ in $(seq 10); do
        [ "$(orders)" -gt "$1" ] && return 0
        sleep "$pause"
    done
    return 1
}

# keys one by one, each in a frame of its own as long as a frame takes less than the pause
keys() {
    for key in "$@"; do
        xdotool key "$key"
        sleep "$pause"
    done
}

# by mouse: places where blocks stand at the start are clicked until one is chosen, its first lit target is given by letter
by_mouse() {
    local before
    before=$(orders)
    for at in $PLACES; do
        xdotool mousemove "${at%,*}" "${at#*,}"
        sleep "$pause"
        xdotool click 1
        sleep "$pause"
        keys f a 1 Return
        more_than "$before" && return 0
        keys Escape Escape Escape
    done
    return 1
}

# by keys alone
by_keys() {
    local before
    before=$(orders)
    for letter in a b c d e; do
        keys Tab f "$letter" 1 Return
        more_than "$before" && return 0
        keys Escape Escape Escape
    done
    return 1
}

# the position as a case, from the menu Match: its entries lie one below the other
copied() {
    for at in $ENTRIES; do
        keys Escape Escape
        for point in "$MENU" "$at"; do
            xdotool mousemove "${point%,*}" "${point#*,}"
            sleep "$pause"
            xdotool click 1
            sleep "$pause"
        done
        # the program itself hands out what it has copied: where it does not answer nothing was copied
        timeout 5 xclip -o -selection clipboard 2>/dev/null | grep -q '^case ' && return 0
    done
    return 1
}

# only the save or the clipboard says what was done: what failed is tried again with more time, as a busy machine needs it
patiently() {
    for pause in 0.1 0.4 1.5; do
        "$1" && return 0
    done
    return 1
}

# the box of Alessandria, a little lower and higher as the board may lie
PLACES="110,150 110,130 110,170 110,110 110,190"
MENU="28,12"
ENTRIES="80,114 80,104 80,124"
patiently by_mouse || fail "the mouse gave no order"
patiently by_keys || fail "the keys gave no order"
patiently copied || fail "what was copied is not in the clipboard"
if [ -n "$picture" ]; then import -window root "$picture"; fi
kill -0 "${pids[1]}" 2>/dev/null || fail "the program has ended"
echo "window: $(orders) orders in the save"
