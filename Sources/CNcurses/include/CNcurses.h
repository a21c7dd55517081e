#ifndef CNCURSES_H
#define CNCURSES_H
// What ncursesw offers by macros and variables, which Swift cannot use, and what signals need. All of it is for one
// thread, but for cncurses_wake and cncurses_restore.
#include <stdint.h>

enum { CNCURSES_BOLD = 1, CNCURSES_DIM = 2, CNCURSES_REVERSE = 4, CNCURSES_UNDERLINE = 8 };
/// Keys that are no character are this and ncurses' number of them.
enum { CNCURSES_KEY = 0x200000 };

/// Takes over the terminal of standard input and output. 0, or -1 when it is none that can be drawn on.
int cncurses_begin(void);
/// Gives it back, to stay.
void cncurses_end(void);
/// Gives it back for a while; and takes it again as it was.
void cncurses_pause(void);
void cncurses_resume(void);
/// Gives it back from anywhere, in a signal's context too; nothing when it is given back already.
void cncurses_restore(void);

/// The descriptor to wait on: a byte comes for each signal that concerns the terminal, its number, and 0 for each wake.
int cncurses_waiting(void);
void cncurses_wake(void);
/// Stops this process as Ctrl-Z does; returns when it goes on.
void cncurses_stop(void);

/// How many colours there are: 0, 8, 16, 256 …
int cncurses_colours(void);
int cncurses_pairs(void);
void cncurses_pair(int pair, int foreground, int background);
int cncurses_is_utf8(void);
/// The columns that the terminal's library takes for a character; -1 when it prints none.
int cncurses_width(uint32_t character);

void cncurses_size(int *height, int *width);
void cncurses_resize(int height, int width);
void cncurses_clear_row(int row);
void cncurses_put(int row, int column, const char *text, int size, int attributes, int pair);
/// Shows the cursor there; a row of -1 hides it.
void cncurses_cursor(int row, int column);
/// Everything is to be sent anew.
void cncurses_redraw(void);
void cncurses_flush(void);
/// Sends bytes that ncurses knows nothing of.
void cncurses_send(const char *bytes, int size);

/// The next key: a character, or CNCURSES_KEY and a number; -1 when there is none.
int32_t cncurses_key(void);
int cncurses_key_number(int index);
/// The key that says that the mouse did something; then what: the number of the button that was pressed, 4 and 5 are the
/// wheel, and where. 0 when it was nothing of that.
int32_t cncurses_mouse_key(void);
int cncurses_mouse(int *row, int *column);
#endif
