/** What became of cookies: what nobody can tell is neither right nor wrong. */
import { jarTable, sentKind, why } from "../../../Sources/CPage/page/scripts/model/jar.js";
import { equal } from "./check.js";

const cookie = (/** @type {boolean} */ sent, /** @type {boolean | null} */ expected) => ({
	name: "a",
	sent,
	expected,
	step: "",
});

Deno.test("a cookie whose setting was not seen is sent, and not wrong", () => {
	/** @type {[boolean, boolean | null, string][]} */
	const cases = [
		[true, true, "sent"],
		[true, null, "sent"],
		[true, false, "wrong"],
		[false, true, "missing"],
		[false, null, "withheld"],
		[false, false, "withheld"],
	];
	for (const [sent, expected, kind] of cases) equal(sentKind(cookie(sent, expected)), kind);
});

Deno.test("only what is a step of the specification is cited as one", () => {
	equal(why({ step: "5.7 step 10", text: "Refused." }), "Refused. draft-ietf-httpbis-rfc6265bis §5.7 step 10");
	equal(why({ step: "5.7: expired", text: "Gone." }), "Gone. draft-ietf-httpbis-rfc6265bis §5.7: expired");
	for (const step of ["not set in this session", "unknown before #12", "Fetch: credentials mode"]) {
		equal(why({ step, text: "Words." }), "Words.");
		equal(why({ step }), step);
	}
});

Deno.test("a cookie keeps the exchanges that it occurs in", () => {
	const { flows, cookies } = jarTable([
		{ entry: 0, set: [{ name: "a", stored: true, step: "5.7 step 24", attributes: {} }], sent: [], jar: [] },
		{ entry: 1, set: [], sent: [], jar: ["a=1"] },
		{ entry: 2, set: [], sent: [cookie(true, null)], jar: [] },
	], [7, 8, 9]);
	equal(flows, [7, 9]);
	equal(cookies.map(({ name, flows }) => [name, flows]), [["a", [7, 9]]]);
});
