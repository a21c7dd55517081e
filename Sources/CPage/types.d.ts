// Shapes of what the server answers (docs/api.md) and of what the page keeps, for the whole of the page. Nothing here runs.

type Tape = import("./page/scripts/tape.js").Tape;
type App = import("./page/scripts/app.js").App;
type Detail = import("./page/scripts/detail.js").Detail;
type HarkFilter = import("./page/scripts/elements/filter.js").HarkFilter;
type HarkInspector = import("./page/scripts/elements/inspector.js").HarkInspector;
type HarkList = import("./page/scripts/elements/list.js").HarkList;
type HarkPalette = import("./page/scripts/elements/palette.js").HarkPalette;
type Session = import("./page/scripts/session.js").Session;
type TabBytes = import("./page/scripts/elements/bytes.js").TabBytes;

type Phases = { dns: number; connect: number; tls: number; send: number; wait: number; receive: number };
type Row = {
	id: number;
	start: string;
	method: string;
	url: string;
	status: number | null;
	outcome: string | null;
	by: string | null;
	type: string | null;
	requestSize: number;
	responseSize: number;
	duration: number;
	phases: Phases;
	client: string | null;
	upstream: string | null;
	connection: number | null;
	reused: boolean;
	flags: string[];
	cache: string | null;
	worst: string | null;
	bar: Bar;
	comment?: string | null;
	tags?: string[];
	/** the status that a gRPC call ended with */
	call?: number | null;
	gone?: boolean;
	/** in the view, in what the stream tells */
	position?: number | null;
};
type Bar = {
	/** ms since the session's start */
	at: number | null;
	/** phase, from, to: ms since it began */
	segments: [string, number, number][];
	/** chunks of the response */
	ticks: number[];
	end: "done" | "open" | "failed";
};
type Span = {
	offset: number;
	length: number;
	rule: string;
	spec: string;
	text: string;
	malformed: boolean;
	children: Span[];
};
type Step = { rule: string; held: boolean | null; text: string; spec?: string; offset?: number; length?: number };
type Reasoning = { conclusion: string; steps: Step[] };
type Note = {
	code: string;
	level: "good" | "info" | "warning" | "bad";
	offset: number;
	length: number;
	summary: string;
	text: string;
	spec: string;
};
type Message = {
	kind: "request" | "response";
	offset: number;
	length: number;
	spans: Span[];
	framing: { kind: string; rule: number | string; steps: Step[] } | null;
	notes: Note[];
	reasoning: Record<string, Reasoning>;
};
type Explained = { messages: Message[]; rest: { offset: number; length: number }; blocks?: FieldBlock[] };
type Parts = {
	head: number | null;
	sent: number | null;
	wire: number | null;
	body: number | null;
	decoded: number | null;
	truncated: boolean;
	remarks: string[];
};
type Flow = {
	row: Row;
	record: any;
	marks: { pinned: boolean; comment: string | null; tags: string[] };
	lines: { label: string; text: string; level: string }[];
	messages: { request: Parts; response: Parts };
	inner: { count: number; open?: boolean };
	events: { at: number; what: string; text: string }[];
	chunks: { request: Chunk[]; response: Chunk[] };
	story: { title: string; lines: string[]; flows: number[] }[];
	inShort?: string[];
};
type TableEntry = { index: number; name: string; value: string; size: number; entered: number | null };
type FieldTable = { whole: boolean; size: number; limit: number | null; entries: TableEntry[] };
type FieldBlock = {
	message: Side;
	sent: boolean;
	stream: number;
	spans: Span[];
	fields: { name: string; value: string }[];
	table: { before: FieldTable; after: FieldTable };
};
type FrameRow = {
	at: number;
	message: Side;
	/** null: something waited */
	name: string | null;
	text: string;
	level: "normal" | "warning" | "bad";
	spec?: string;
	window?: number;
	connectionWindow?: number;
	/** a field block begins with it that is among those explained */
	block?: boolean;
	duration?: number;
};
type FrameLane = { leg: string; title: string; rows: FrameRow[] };
type FrameConnection = {
	number: number;
	leg: string;
	title: string;
	announced: { title: string; settings: { name: string; value: number; text: string | null }[] }[];
	frames: FrameRow[];
	remarks: { text: string; level: "quiet" | "normal" | "warning"; said: string }[];
};
type Frames = { lanes: FrameLane[]; left: string[]; connections: FrameConnection[] };
type InnerRow = {
	place: number;
	from: Side;
	at: number;
	title: string;
	meaning: string;
	size: number;
	frames: number;
	compressed: boolean;
	truncated: boolean;
	control: boolean;
	byHand: boolean;
	text: string;
};
type InnerRows = {
	first: number;
	count: number;
	sent: number;
	received: number;
	omitted: number;
	messages: InnerRow[];
	ends: { from: Side; offset: number; text: string; spec: string; closeCode: number | null }[];
};
type Chunk = { at: number; offset: number; size: number };
type ChangeLine = {
	action: "same" | "replaced" | "removed" | "added";
	came: string | null;
	went: string | null;
	reason: string | null;
	cameAt: [number, number] | null;
	wentAt: [number, number] | null;
};
type Changes = {
	known: boolean;
	messages: { message: "request" | "response"; parts: { part: string; lines: ChangeLine[] }[] }[];
};
type Overview = { from: number; to: number; width: number; counts: number[]; failed: number[]; slowest: number[]; stretches?: { from: number; to: number; start: number; end: number; pause: boolean }[] };
type BodyLine = { depth: number; spans: [string, string][] };
type Tokens = {
	title: string;
	kind: string;
	image: string | null;
	remarks: string[];
	damaged: boolean;
	cut: boolean;
	count: number;
	from: number;
	lines: BodyLine[];
};

// app.js
type Order = { by: string; reverse: boolean } | null;

// commands.js
type PageParts = { list: HarkList; inspector: HarkInspector; filter: HarkFilter };

// detail.js
type Side = "request" | "response";

// dom.js
type Child = string | number | Node | null | undefined | false;
type Notice = { text: string; kind: "info" | "error"; undo?: () => void };

type Attributes = Record<
	string,
	string | number | boolean | null | undefined | Record<string, string | number> | ((event: any) => void)
>;
/** The element that a name with classes makes. */
type Named<T extends string> = T extends `${infer N}.${string}` ? Named<N> : T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : HTMLElement;

// elements/cache.js
type CacheSide = {
	stored: boolean;
	reason: string;
	served: string;
	lifetime: number;
	age: number;
	steps: Step[];
	line?: string;
};

// elements/find.js
type FindSource = {
	lines(from: number, length: number): Promise<{ texts: string[]; count: number }>;
	/** brings a line in sight */
	show(line: number): void;
	/** that of a line, if it is on the page */
	element(line: number): Element | null;
};

// elements/inspector.js
type TabPanel = { element: HTMLElement; draw(detail: Detail): void; left?(): void };

// elements/palette.js
type Choice = { words: string; hint?: string; run: () => void };

// elements/screen.js
type PageScreen = { element: HTMLElement; show(): void; left?(): void };

// model/columns.js
type ServerColumn = { name: string; title: string; words: string; kind: string; row: string | null };

type Column = {
	/** a field of the filter language, or `url` */
	id: string;
	title: string;
	words: string;
	/** in pixels at the usual size of type; the URL takes what is left */
	width: number;
	right: boolean;
	/** at a time of the session's clock; -1: the recording has ended */
	text: (row: Row, now: number) => string;
	/** the name of a picture before the text; empty: none */
	icon: (row: Row) => string;
	/** as the filter language takes it */
	value: (row: Row) => string;
	field: string;
};

// model/glyphs.js
type Glyph = { offset: number; length: number; text: string; kind: "text" | "control" | "end" | "mark" | "invalid" };

// model/jar.js
type SetCookie = {
	name: string;
	stored: boolean;
	step: string;
	attributes: Record<string, string | boolean>;
	text?: string;
};

type SentCookie = { name: string; sent: boolean; expected: boolean | null; step: string; text?: string };

type Entry = { entry: number; set: SetCookie[]; sent: SentCookie[]; jar: string[] };

type Cell = { sign: string; word: string; step: string; text: string; kind: string };

// model/keys.js
type Binding = { keys: string[]; command: string; words: string; where: string };

// model/lanes.js
type Block = {
	flow: number;
	from: number;
	to: number;
	wait: [number, number] | null;
	method: string;
	path: string;
	status: number | null;
	failed: boolean;
	open: boolean;
	stream: number | null;
	row: number;
	waits: { from: number; to: number; text: string }[];
};

type Lane = {
	number: number;
	run: string;
	address: string | null;
	from: number;
	to: number;
	connect: [number, number] | null;
	handshake: [number, number] | null;
	closedBy: "client" | "server" | "hark" | null;
	words: string;
	remarks: string[];
	/** so many streams ran at once */
	rows: number;
	saved: number;
	exchanges: Block[];
};

/** a stretch of time on the scale of lanes; where it stands, in shares from 0 to 1 */
type Stretch = { from: number; to: number; start: number; end: number; isPause: boolean };

type LaneScale = { from: number; to: number; stretches: Stretch[] };

// ghosts.js
/** what one cache would have made of an exchange; times in ms */
type GhostSide = {
	served: "no" | "fresh" | "stale" | "validated";
	until: number | null;
	bytes: number;
	time: number;
};
type Ghost = { flow: number; private: GhostSide | null; shared: GhostSide | null; words: string[] };
type SavedTotal = { requests: number; validations: number; bytes: number; time: number };
type Saved = {
	words: string | null;
	totals: { private: SavedTotal; shared: SavedTotal };
	looked: number;
	from: number;
};

// model/place.js
type Place = {
	filter: string;
	flow: number | null;
	tab: string | null;
	byte: number | null;
	screen: string;
	order: string | null;
};

// model/replay.js
type Moment = { at: number; text: string; request: number; response: number; what: string; flow: number };

type ToldFlow = {
	events: { at: number; what: string; text: string }[];
	chunks: {
		request: { at: number; offset: number; size: number }[];
		response: { at: number; offset: number; size: number }[];
	};
};

/** what is held of a message, how long its head is, and all of it */
type Held = { octets: Uint8Array; head: number; size: number };

type Grain = "event" | "line" | "chunk" | "byte";

type Question = { before: string; text: string; options: string[]; right: number; why: string };

// model/viewport.js
/** how many rows there are, how high what shows them is */
type Viewport = { rows: number; height: number; rowHeight: number };

// model/waterfall.js
type Scale = { from: number; to: number; stretches?: Stretch[] };

type Segment = { phase: string; from: number; to: number };

// elements/rules.js
type RuleFault = { text: string; source: string; line: number; column: number };
type Rule = {
	name: string;
	source: string;
	line: number;
	on: boolean;
	hits: number;
	text: string;
	words: string;
	doubts: string[];
};
type Rules = {
	revision: number;
	canEdit: boolean;
	sources: { name: string; kind: "page" | "file" | "option"; text: string | null; editable: boolean }[];
	rules: Rule[];
	fault: RuleFault | null;
};
type TrialLine = { new: boolean; text: string };
type Trial = {
	looked: number;
	more: boolean;
	rules: { name: string; words: string; hits: number }[];
	flows: {
		flow: number;
		method: string;
		url: string;
		acts: { rule: string; action: string; text: string }[];
		request: TrialLine[];
		response: TrialLine[];
	}[];
};
type HeldMessage = {
	flow: number;
	message: Side;
	rule: string;
	start: string;
	url: string;
	size: number;
	held: number;
	clientWaits: number;
	serverWaits: number | null;
	clientEnded: number | null;
	raw: boolean;
	left: number;
	body: { size: number | null; read: boolean; reason: string | null; content?: string } | null;
};

// session.js
type Info = {
	token: string;
	instance: string;
	version: string;
	access?: "owner" | "guest" | "viewer";
	session: {
		kind: "live" | "session" | "recording";
		name: string;
		start: string;
		now: number;
		flows: number;
		open: number;
		proxy: string[];
		canEdit: boolean;
		canResend: boolean;
		canBegin?: boolean;
	};
	/** What to paste into a terminal while nothing has passed. */
	start: string[];
	keys: Binding[];
	columns: ServerColumn[];
	formats: { name: string; words: string; binary: boolean; exact: boolean }[];
	ruleForms?: RuleForm[];
};

// state.js
type Values = {
	session: Info | null;
	link: {
		kind: "starting" | "live" | "file" | "blind" | "superseded" | "asleep" | "gone" | "locked";
		since: number;
		text: string;
	};
	counts: { total: number; open: number; rate: number };
	view: { id: number; filter: string; order: Order; matched: number; total: number; words: string; folded: number } | null;
	filterError: { text: string; offset: number; length: number } | null;
	/** what stands in the filter */
	draft: string;
	/** raised whenever rows came or went */
	rows: number;
	selected: number | null;
	/** where the selected row is in the view; -1 when that is not known */
	index: number;
	detail: Detail | null;
	/** raised when a part of the detail came */
	detailRevision: number;
	tab: string;
	byte: number | null;
	screen: string;
	follow: boolean;
	/** whether the inspector is there */
	opened: boolean;
	/** the waterfall shows the whole session, not what the rows that are seen have */
	whole: boolean;
	/** CONNECT requests are in the list, whose exchanges are, too. */
	tunnels: boolean;
	overview: Overview | null;
	/** what caches would have saved, as far as it is known */
	saved: Saved | null;
	/** rules in force, messages they hold; null until it is told */
	rules: { rules: number; held: number; ended: number; change: number } | null;
	marks: Set<number>;
	theme: string;
	/** Whether it is shown dark, whoever chose that. */
	dark: boolean;
	notices: Notice[];
};

// tape.js
/** what was read of an exchange: its moments, both messages, what can be asked of it and was not yet */
type Reel = { moments: Moment[]; steps: Moment[]; sides: Record<Side, Held>; questions: Question[]; row: Row };

// elements/waterfall.js
/** whose rows are drawn, at which time and on which scale where these are not those of the list */
type Drawn = {
	visible(): { row: Row | undefined; index: number; top: number }[];
	now?(): number;
	scale?(rows: Row[]): Scale | null;
};

// elements/replay-view.js
type ReplayDoing = {
	step(distance: number): void;
	toggle(): void;
	scrub(share: number): void;
	grain(grain: Grain): void;
	speed(speed: number): void;
	across(): void;
};

// What files of the page tell one another, and what the API answers.
type Field = {name: string, value: string};
/** A line of a head in a table. `value` null: it is no field; `raw`: as it was written, until it is edited. */
type HeadRow = {name: string, value: string | null, raw: string | null};
/** A head in a table: its first line if that is shown, its fields, and the ends of lines after them. */
type HeadLines = {start: string | null, rows: HeadRow[], end: string};
type SessionsAnswer = {sessions: {name: string, start: string, size: number, flows: number | null, running: boolean}[], omitted: number};
type ShownField = {name: string, value: string, span?: Span | null, mark?: "same" | "changed" | "added" | "removed", was?: string};
type MarkedField = (Field & {mark: "same" | "changed" | "added" | "removed", was?: string});
type FramingSteps = {kind: string, rule: number | string, steps: {held: boolean | null, text: string}[]};
type RedirectsAnswer = {flows: number[], matched: number, redirects: {entries: number[], story: string[]}[]};
type ErrorBody = {code?: string, text?: string, offset?: number, length?: number, line?: number, column?: number};
type RuleProblem = {text: string, offset?: number, length?: number, line?: number, column?: number};
type JarTable = {flows: number[], cookies: {name: string, flows: number[], cells: Map<number, Cell[]>}[]};
type Offer = {filter: string, from: number, to: number, candidates: {text: string, words: string}[]};
type ReadCommand = {method: string, url: string, headers: string, body: string, unused: string[]};
type LanesAnswer = {from: number, to: number, omitted: number, client: Lane[], server: Lane[]};
type RuleAct = {name: string, file: string, line: number, action: string, text: string};
type Doer = {name: string, isScript: boolean, place: string, acts: {time: number | null, action: string, text: string}[], changes: {message: string, action: string, line: string, with?: string, reason?: string}[]};
type JarAnswer = {flows: number[], matched: number, since: number | null, cookies: Entry[]};
type RowsEvent = {view: number, first: number, added: number, rows: Row[], skipped: number};
type MadeRule = {kind: string, words: string, rule: string | null, reason: string | null};
type WhatIfAnswer = {before: Explained, after: Explained, changed: string[]};
type CacheSavings = {answered: number, validated: number, bytes: number};
type TimeStretch = {from: number, to: number, isPause: boolean};
type EndpointSide = {count: number, failed: number, p50: number, size: number};
type EndpointPair = {left: EndpointSide | null, right: EndpointSide | null};
type EndpointDiff = {added: number, removed: number, changed: number, same: number, endpoints: (EndpointPair & {name: string, change: string, figures: string[]})[]};
type FlowDifference = {message: Side, part: string, action: string, path: string, left: string | null, right: string | null, volatile?: boolean};
type FlowDiff = {differences: FlowDifference[], content: {omitted: number}, doubts: string[]};
type SetupAnswer = {parts: {title: string, steps: {text?: string, line?: string}[]}[], network: {address: string, code: {size: number, path: string} | null} | null, page?: SetupAnswer["network"], clients: {name: string, trusts: boolean | null, flow: number, text: string | null}[]};
type RuleForm = {title: string, action: string, fields: {name: string, label: string, value: string, choices: string[], long: boolean}[]};
type FilledForm = {title: string, rule: string, when: string, values: string[]};
type LessonPlace = { message: string; offset: number; length: number };
type LessonEntry = {
	topic: string;
	title: string;
	unit: string;
	state: "illustrated" | "partly" | "missing";
	flows: number[];
	looked: number | null;
	progress: { right: number; asked: number } | null;
};
type LessonQuestion = {
	id: string;
	kind: "choice" | "several" | "byte" | "number" | "text" | "order";
	prompt: string;
	options?: { id: string; text: string }[];
	unit?: string;
	sum?: { sign?: string; blank?: string }[];
};
type LessonPage = {
	topic: string;
	title: string;
	can: string;
	flow: number | null;
	steps: { kind: "look" | "ask" | "try" | "sum"; text: string; flow: number | null; place: LessonPlace | null }[];
	questions: LessonQuestion[];
	lines: { message: string; offset: number; text: string; name?: string }[];
	phases?: { name: string; from: number; to: number }[];
};
