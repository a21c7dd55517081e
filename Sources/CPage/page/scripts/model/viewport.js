/** Which rows a scroller shows. Above the browser's longest element positions are scaled. Pure. */

/** Chromium's longest element. */
export const longest = 33_554_428;

/** @typedef {{rows: number, height: number, rowHeight: number}} Viewport how many rows there are, how high what shows them is */

/** How high the scroller's content is. @param {Viewport} view */
export function contentHeight(view) {
  return Math.min(view.rows * view.rowHeight, longest);
}

/** What of the rows lies outside of the viewport. @param {Viewport} view */
function hidden(view) {
  return Math.max(0, view.rows * view.rowHeight - view.height);
}

/** Real pixels to those of the scroller, or back. @param {Viewport} view */
function share(view) {
  return hidden(view) === 0 ? 1 : (contentHeight(view) - view.height) / hidden(view);
}

/** The first row that is seen, and how far it is pushed up. @param {Viewport} view @param {number} top scrollTop */
export function firstRow(view, top) {
  const at = Math.max(0, Math.min(hidden(view), top / share(view)));
  const first = Math.floor(at / view.rowHeight);
  // With scaled positions a pixel is many rows: they stand whole, but for the end.
  const whole = share(view) < 1 && at < hidden(view);
  return { first, shift: whole ? 0 : at - first * view.rowHeight };
}

/** The scrollTop that has a row first. @param {Viewport} view @param {number} index */
export function topFor(view, index) {
  return Math.max(0, Math.min(index * view.rowHeight, hidden(view))) * share(view);
}

/** The scrollTop that shows a row, changed no more than is needed. @param {Viewport} view @param {number} index @param {number} top */
export function topToShow(view, index, top) {
  const { first, shift } = firstRow(view, top);
  if (index < first || (index === first && shift > 0)) return topFor(view, index);
  const end = (index + 1) * view.rowHeight - view.height;
  if (end > first * view.rowHeight + shift) {
    const wanted = share(view) < 1 ? Math.ceil(end / view.rowHeight) * view.rowHeight : end;
    return Math.min(wanted, hidden(view)) * share(view);
  }
  return top;
}

/** Whether the last row is seen. @param {Viewport} view @param {number} top */
export function atEnd(view, top) {
  return top >= contentHeight(view) - view.height - 2;
}
