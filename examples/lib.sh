# Shared by the examples: finds hark, starts one of its own on a free port, stops it at the end. POSIX sh.
#
#   . "$(dirname "$0")/lib.sh"
#   start_hark [options of hark proxy]
#   run 'curl -i http://demo.hark.test/'    prints the command, then runs it
#   look 'text'                             what to look at
#   heard                                   what hark has printed since the last time
#   expect 'words' ...                      fails unless these are in what run or heard printed last
#   at_least 0.5                            fails unless what run printed last begins with this number or a greater one
#
# The lessons need no start_hark: `hark run` starts a proxy for one command.
#
#   lesson '1: Messages'                    the title; from here on in a folder of its own
#   ask 'question' 'command' 'words'        prints the question, runs the command, and fails unless its output contains the words

set -eu

EXAMPLES=$(cd "$(dirname "$0")" && pwd)
WORK=$(mktemp -d "${TMPDIR:-/tmp}/hark-example.XXXXXX")
HARK_PID=
HEARD=0

# $HARK names the program; else the installed one, else the one that was built here.
find_hark() {
    if [ -n "${HARK:-}" ]; then
        return
    elif command -v hark >/dev/null 2>&1; then
        HARK=hark
    else
        root=${EXAMPLES%/rules}
        HARK=${root%/scripts}/../.build/release/hark
    fi
    if ! command -v "$HARK" >/dev/null 2>&1; then
        echo "examples: there is no hark; build it with 'swift build -c release', or set HARK to the program" >&2
        exit 69
    fi
}

start_hark() {
    find_hark
    # Emptied first: a proxy that ran before has left its address there.
    : >"$WORK/exchanges"
    : >"$WORK/diagnostics"
    HEARD=0
    "$HARK" proxy --listen 127.0.0.1:0 "$@" >"$WORK/exchanges" 2>"$WORK/diagnostics" &
    HARK_PID=$!
    tries=0
    while ! grep -q '^hark: listening on ' "$WORK/diagnostics"; do
        tries=$((tries + 1))
        if [ "$tries" -gt 100 ] || ! kill -0 "$HARK_PID" 2>/dev/null; then
            echo "examples: hark did not start:" >&2
            cat "$WORK/diagnostics" >&2
            exit 69
        fi
        sleep 0.1
    done
    PROXY=$(sed -n 's/^hark: listening on //p' "$WORK/diagnostics" | head -n 1)
    # curl reads only the lower case http_proxy; no_proxy could keep it away from the proxy.
    http_proxy=http://$PROXY
    export http_proxy
    unset no_proxy NO_PROXY || true
}

stop_hark() {
    if [ -n "$HARK_PID" ]; then
        kill "$HARK_PID" 2>/dev/null || true
        wait "$HARK_PID" 2>/dev/null || true
        HARK_PID=
    fi
}

lesson() {
    find_hark
    # A path may be relative to where the script was started.
    case $HARK in
        /*) ;;
        */*) HARK=$(cd "$(dirname "$HARK")" && pwd)/$(basename "$HARK") ;;
    esac
    # So that a lesson's commands can be pasted as they are. `command` passes this function over.
    hark() {
        command "$HARK" "$@"
    }
    title "Lesson $1"
    cd "$WORK"
    # What hark prints of the exchanges is a part of the lesson.
    exec 2>&1
}

ask() {
    printf '\n? %s\n\n$ %s\n' "$1" "$2"
    eval "$2" >"$WORK/.answer" || {
        echo "examples: the command failed: $2"
        exit 1
    }
    cat "$WORK/.answer"
    # Lines are wrapped anywhere.
    if ! tr -s ' \n' '  ' <"$WORK/.answer" | grep -qF -- "$3"; then
        echo "examples: the answer does not say: $3"
        exit 1
    fi
}

finish() {
    status=$?
    stop_hark
    rm -rf "$WORK"
    exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

title() {
    printf '\n%s\n' "$1"
    printf '%s\n' "$1" | sed 's/./=/g'
}

look() {
    printf '\n%s\n' "$1" | fold -s -w 80
}

# A curl of one's own settings could print more or less than the example speaks of: -q leaves ~/.curlrc out.
curl() {
    command curl -q -sS "$@"
}

run() {
    printf '\n$ %s\n' "$1"
    eval "$1" >"$WORK/.output"
    cat "$WORK/.output"
    echo
}

# expect WORDS...: fails unless the last run or heard printed each of them; otherwise an example that shows nothing
# would look like one that shows something.
expect() {
    for words; do
        grep -qF -- "$words" "$WORK/.output" && continue
        echo "examples: this is not in what was printed: $words" >&2
        exit 1
    done
}

# at_least NUMBER: for times, of which an example can only say that they are no shorter: the machine may be busy.
at_least() {
    awk -v least="$1" 'NR == 1 { good = $1 + 0 >= least + 0 } END { exit !good }' "$WORK/.output" && return
    echo "examples: this is not $1 or more: $(head -n 1 "$WORK/.output")" >&2
    exit 1
}

heard() {
    # An exchange is printed when it is over, which may be a moment after the client has all of it.
    sleep 0.3
    printf '\nHark heard:\n'
    tail -n "+$((HEARD + 1))" "$WORK/exchanges" | sed 's/^/  | /' >"$WORK/.output"
    cat "$WORK/.output"
    HEARD=$(wc -l <"$WORK/exchanges")
}
