/** Which rows a scroller shows. Above the browser's longest element positions are scaled. Pure. */

/** Chromium's longest element. */
export const longest = 33_554_428;

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
	const scaled = share(view) < 1;
	const end = scaled && top >= contentHeight(view) - view.height - 0.5;
	const at = end ? hidden(view) : Math.max(0, Math.min(hidden(view), top / share(view)));
	const first = Math.floor(at / view.rowHeight);
	// With scaled positions a pixel may be several rows: they stand whole, but for the end.
	return { first, shift: scaled && !end ? 0 : at - first * view.rowHeight };
}

/** The scrollTop that has a row first. @param {Viewport} view @param {number} index */
export function topFor(view, index) {
	// In the middle of the row, where rounding does not lead to the one before.
	const at = index * view.rowHeight + (share(view) < 1 ? view.rowHeight / 2 : 0);
	return Math.max(0, Math.min(at, hidden(view))) * share(view);
}

/** The scrollTop that shows a row, changed no more than is needed. @param {Viewport} view @param {number} index @param {number} top */
export function topToShow(view, index, top) {
	const { first, shift } = firstRow(view, top);
	if (index < first || (index === first && shift > 0)) return topFor(view, index);
	const end = (index + 1) * view.rowHeight - view.height;
	if (end <= first * view.rowHeight + shift) return top;
	if (share(view) < 1) return topFor(view, Math.ceil(end / view.rowHeight));
	return Math.min(end, hidden(view));
}

/** Whether the last row is seen. @param {Viewport} view @param {number} top */
export function atEnd(view, top) {
	return top >= contentHeight(view) - view.height - 2;
}
