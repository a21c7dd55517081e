#define _XOPEN_SOURCE_EXTENDED 1
#define _GNU_SOURCE 1
#define _DARWIN_C_SOURCE 1
#define NCURSES_WIDECHAR 1
#include "CNcurses.h"
#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>
#include <wchar.h>

static SCREEN *screen;
static struct termios found;
static volatile sig_atomic_t is_ours;
static int wakes[2] = {-1, -1};
// What a terminal is sent that is given back in haste.
static char farewell[256];
static size_t farewell_size;

static void tell(int number) {
    int code = errno;
    char byte = (char)number;
    // When the pipe is full, whoever waits is woken anyway.
    ssize_t written = write(wakes[1], &byte, 1);
    (void)written;
    errno = code;
}

void cncurses_wake(void) { tell(0); }
int cncurses_waiting(void) { return wakes[0]; }

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT};
static struct sigaction before_crash[sizeof crashes / sizeof *crashes];

/// Gives the terminal back, and lets the signal do what it would have done.
static void crash(int number) {
    cncurses_restore();
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++)
        if (crashes[i] == number) sigaction(number, &before_crash[i], NULL);
    raise(number);
}

static void handle(int number, void (*handler)(int), struct sigaction *before) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    // Where the stack is what has run out, on the other one, if the thread has any.
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(number, &action, before);
}

static void add_farewell(const char *name) {
    const char *text = tigetstr((char *)name);
    if (text == NULL || text == (const char *)-1) return;
    // Without padding, which no terminal of today needs.
    for (; *text != 0 && farewell_size < sizeof farewell; text++) {
        if (text[0] == '$' && text[1] == '<') {
            while (*text != 0 && *text != '>') text++;
            if (*text == 0) return;
            continue;
        }
        farewell[farewell_size++] = *text;
    }
}

#ifdef BUTTON5_PRESSED
static const mmask_t mouse_buttons = BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED;
#else
static const mmask_t mouse_buttons = BUTTON1_PRESSED | BUTTON4_PRESSED;
#endif

/// What ncurses sends a terminal that has a mouse, taken back.
static void add_mouse_farewell(void) {
    static const char text[] = "\033[?1000l\033[?1006l";
    const char *name = tigetstr("kmous");
    if (name == NULL || name == (const char *)-1 || farewell_size + sizeof text > sizeof farewell) return;
    memcpy(farewell + farewell_size, text, sizeof text - 1);
    farewell_size += sizeof text - 1;
}

/// Whether the terminal can be drawn on: the cursor can be placed, and what stands there cleared.
static int is_fit(void) {
    int error;
    if (setupterm(NULL, STDOUT_FILENO, &error) != OK) return 0;
    static const char *const needed[] = {"cup", "clear", "el"};
    int fits = 1;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        const char *text = tigetstr((char *)needed[i]);
        fits = fits && text != NULL && text != (const char *)-1;
    }
    del_curterm(cur_term);
    return fits;
}

static void modes(void) {
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    meta(stdscr, TRUE);
    mousemask(mouse_buttons, NULL);
    // A press counts at once: nobody waits for what may become a click.
    mouseinterval(0);
    curs_set(0);
}

int cncurses_begin(void) {
    if (tcgetattr(STDIN_FILENO, &found) != 0 || (wakes[0] < 0 && pipe(wakes) != 0)) return -1;
    for (int i = 0; i < 2; i++) {
        fcntl(wakes[i], F_SETFD, FD_CLOEXEC);
        fcntl(wakes[i], F_SETFL, O_NONBLOCK);
    }
    setlocale(LC_CTYPE, "");
    if (!is_fit()) return -1;
#ifdef __linux__
    // By which it is found among the threads of the process.
    pthread_setname_np(pthread_self(), "hark.screen");
#endif
    // ncurses' own ways with these would end the process.
    struct sigaction interrupt, terminate;
    sigaction(SIGINT, NULL, &interrupt);
    sigaction(SIGTERM, NULL, &terminate);
    screen = newterm(NULL, stdout, stdin);
    sigaction(SIGINT, &interrupt, NULL);
    sigaction(SIGTERM, &terminate, NULL);
    if (screen == NULL) return -1;
    handle(SIGWINCH, tell, NULL);
    handle(SIGCONT, tell, NULL);
    struct sigaction stop;
    sigaction(SIGTSTP, NULL, &stop);
    // Where jobs cannot be stopped, this one cannot either.
    if (stop.sa_handler != SIG_IGN) handle(SIGTSTP, tell, NULL);
    farewell_size = 0;
    add_farewell("sgr0");
    add_farewell("cnorm");
    add_farewell("rmkx");
    add_mouse_farewell();
    add_farewell("rmcup");
    set_escdelay(25);
    modes();
    if (has_colors()) {
        start_color();
        use_default_colors();
    }
    is_ours = 1;
    for (size_t i = 0; i < sizeof crashes / sizeof *crashes; i++) handle(crashes[i], crash, &before_crash[i]);
    return 0;
}

void cncurses_pause(void) {
    if (!is_ours) return;
    is_ours = 0;
    endwin();
}

void cncurses_resume(void) {
    // Also when it was not given back: whoever stops a process without asking it has its shell change the modes.
    is_ours = 1;
    reset_prog_mode();
    modes();
    clearok(curscr, TRUE);
    refresh();
}

void cncurses_end(void) {
    cncurses_pause();
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

void cncurses_restore(void) {
    if (!is_ours) return;
    is_ours = 0;
    // Never waits: whoever does not read will not see it.
    struct pollfd output = {.fd = STDOUT_FILENO, .events = POLLOUT};
    if (poll(&output, 1, 0) == 1 && (output.revents & POLLOUT)) {
        ssize_t written = write(STDOUT_FILENO, farewell, farewell_size);
        (void)written;
    }
    tcsetattr(STDIN_FILENO, TCSANOW, &found);
}

void cncurses_stop(void) {
    struct sigaction before;
    sigaction(SIGTSTP, NULL, &before);
    if (before.sa_handler == SIG_IGN) return;
    cncurses_pause();
    // First who else belongs to the job; then this thread, as what is sent to the process may come to another one later.
    handle(SIGTSTP, SIG_IGN, NULL);
    kill(0, SIGTSTP);
    handle(SIGTSTP, SIG_DFL, NULL);
    sigset_t stop, mask;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTSTP);
    pthread_sigmask(SIG_UNBLOCK, &stop, &mask);
    raise(SIGTSTP);
    pthread_sigmask(SIG_SETMASK, &mask, NULL);
    sigaction(SIGTSTP, &before, NULL);
}

int cncurses_colours(void) { return has_colors() ? COLORS : 0; }
int cncurses_pairs(void) { return COLOR_PAIRS; }
void cncurses_pair(int pair, int foreground, int background) { init_pair((short)pair, (short)foreground, (short)background); }
int cncurses_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }
int cncurses_width(uint32_t character) { return wcwidth((wchar_t)character); }

void cncurses_size(int *height, int *width) {
    struct winsize size;
    int is_known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    *height = is_known ? size.ws_row : LINES;
    *width = is_known ? size.ws_col : COLS;
}

void cncurses_resize(int height, int width) {
    resizeterm(height, width);
    clearok(curscr, TRUE);
}

void cncurses_clear_row(int row) {
    attrset(A_NORMAL);
    move(row, 0);
    clrtoeol();
}

void cncurses_put(int row, int column, const char *text, int size, int attributes, int pair) {
    attr_t attribute = A_NORMAL;
    if (attributes & CNCURSES_BOLD) attribute |= A_BOLD;
    if (attributes & CNCURSES_DIM) attribute |= A_DIM;
    if (attributes & CNCURSES_REVERSE) attribute |= A_REVERSE;
    if (attributes & CNCURSES_UNDERLINE) attribute |= A_UNDERLINE;
    attr_set(attribute, (short)pair, NULL);
    mvaddnstr(row, column, text, size);
}

void cncurses_cursor(int row, int column) {
    if (row >= 0) move(row, column);
    curs_set(row >= 0 ? 1 : 0);
}

void cncurses_redraw(void) { clearok(curscr, TRUE); }
void cncurses_flush(void) { refresh(); }

void cncurses_send(const char *bytes, int size) {
    while (size > 0) {
        ssize_t written = write(STDOUT_FILENO, bytes, (size_t)size);
        if (written <= 0) return;
        bytes += written;
        size -= (int)written;
    }
}

int32_t cncurses_key(void) {
    wint_t key;
    switch (get_wch(&key)) {
    case OK: return (int32_t)key;
    case KEY_CODE_YES: return CNCURSES_KEY + (int32_t)key;
    default: return -1;
    }
}

int32_t cncurses_mouse_key(void) { return CNCURSES_KEY + KEY_MOUSE; }

int cncurses_mouse(int *row, int *column) {
    MEVENT event;
    if (getmouse(&event) != OK) return 0;
    *row = event.y;
    *column = event.x;
    if (event.bstate & BUTTON1_PRESSED) return 1;
    if (event.bstate & BUTTON4_PRESSED) return 4;
#ifdef BUTTON5_PRESSED
    if (event.bstate & BUTTON5_PRESSED) return 5;
#endif
    return 0;
}

int cncurses_key_number(int index) {
    static const int keys[] = {KEY_UP,    KEY_DOWN, KEY_LEFT, KEY_RIGHT, KEY_PPAGE,     KEY_NPAGE,
                               KEY_HOME,  KEY_END,  KEY_ENTER, KEY_BTAB, KEY_BACKSPACE, KEY_DC};
    return index >= 0 && index < (int)(sizeof keys / sizeof *keys) ? CNCURSES_KEY + keys[index] : -1;
}
