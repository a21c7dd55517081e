import Bytes
import Flow
import HTTPModel

extension FilterFields {
    /// Also in their old spelling, `bareLineFeed`.
    private static let quirkCodes = FieldChoice(
        Quirk.Code.allCases.map { FieldChoice.Name($0.name, $0.rawValue.lowercased()) })

    static let judgement: [FilterField] = [
        FilterField(
            "id", .number, "the number", "The flow's number, as #12 in a live line", "id = 12",
            .integer("id") { Int64(clamping: $0.record.id.number) }),
        FilterField(
            "run", .name, "the run", "The run of Hark that recorded it, 16 hexadecimal digits",
            "run = 00c0ffee00c0ffee",
            .text("run") { $0.record.run.map { Bytes($0.text) } }),
        FilterField(
            "outcome", .choice(FieldChoice(["complete", "aborted", "refused", "failed", "tunnel"])), "the outcome",
            "How it ended; no value while it is open", "outcome = aborted",
            .text("outcome") { $0.record.outcome.map { Bytes($0.kind.rawValue) } }),
        FilterField(
            "outcome.by", .choice(FieldChoice(["client", "upstream", "proxy"])), "the side that ended it",
            "The side that ended it", "outcome.by = upstream",
            .text("outcome_by") { $0.record.outcome.map { Bytes($0.by.rawValue) } }),
        FilterField(
            "error", .choice(FieldChoice(Outcome.Code.allCases.map(\.rawValue))), "the error",
            "The error; present when the outcome is neither complete nor tunnel", "error = nameNotFound",
            .text("error") { $0.error }),
        FilterField(
            "open", .flag, "it is open|it has ended", "It has not ended yet", "open",
            .integer("open") { $0.isOpen.map { $0 ? 1 : 0 } }),
        FilterField(
            "truncated", .flag, "a body was recorded only in part|its bodies were recorded completely",
            "Only a part of a body was recorded",
            "truncated",
            .integer("truncated") { $0.isTruncated ? 1 : 0 }),
        FilterField(
            "retried", .flag, "the proxy sent it twice|the proxy sent it once",
            "A reused connection had closed; Hark sent the request again",
            "retried", .integer("retried") { $0.record.wasRetried ? 1 : 0 }),
        FilterField(
            "changed", .flag, "the proxy changed it|the proxy changed nothing",
            "A message was changed before it was forwarded", "changed",
            .integer("changed") { $0.changes.map { $0.isEmpty ? 0 : 1 } }),
        FilterField(
            "change", .name, "a changed field",
            "The name of a changed header field, or start-line",
            "change = accept-encoding", .list("change") { $0.changedNames }),
        FilterField(
            "rule", .text, "a rule", "A rule or option of yours that changed the flow",
            "rule contains --set-request-header",
            .list("rule") { $0.rules }),
        FilterField(
            "script", .name, "a script", "A script that changed, answered, dropped, held or failed at the flow",
            "script = sign", .list("script") { $0.scripts }),
        FilterField(
            "script.error", .text, "a failure of a script", "Why a script failed at the flow",
            "script.error contains \"no answer\"", .list("script.error") { $0.scriptFailures }),
        FilterField(
            "quirk", .choice(quirkCodes), "a quirk",
            "A deviation that Hark accepted", "quirk = bare-line-feed", .list("quirk") { $0.quirks }),
        FilterField(
            "note", .name, "a note", "The code of a check that found something", "note = \"cookie-secure-over-http\"",
            .list("note") { $0.notes }),
        FilterField(
            "worst", .choice(FieldChoice(["good", "info", "warning", "bad"], isOrdered: true)), "the worst note",
            "The level of the worst finding", "worst >= warning", .text("worst") { $0.worst }),
        FilterField(
            "pinned", .flag, "it is pinned|it is not pinned", "You pinned it", "pinned",
            .integer("pinned") { $0.context.isPinned ? 1 : 0 }),
        FilterField(
            "comment", .text, "the comment", "Your comment", "comment contains bug",
            .text("comment") { $0.context.comment.map { Bytes($0) } }),
        FilterField(
            "tag", .text, "a tag", "Your tag", "tag = bug",
            .list("tag") { $0.context.tags.map { Bytes($0) } }),
        FilterField(
            "replayed", .flag, "it is a replay|it is not a replay", "It repeats another flow",
            "replayed",
            .integer("replayed") { $0.record.repeats == nil ? 0 : 1 }),
    ]
}
