import Bytes
import Filter
import HTTPModel

/// A word that begins an action: what it takes, what it does, and how it is read.
package struct ActionEntry: Sendable {
    package let name: String
    /// What follows it.
    package let usage: String
    /// In a sentence: what it does.
    package let meaning: String
    /// `raw` may stand before it: it writes lines, or holds a message that somebody writes.
    let mayBeRaw: Bool
    let read: @Sendable (inout ActionReader) throws(FilterError) -> any RuleAction

    init(
        _ name: String, _ usage: String, _ meaning: String, mayBeRaw: Bool = false,
        _ read: @escaping @Sendable (inout ActionReader) throws(FilterError) -> any RuleAction
    ) {
        self.name = name
        self.usage = usage
        self.meaning = meaning
        self.mayBeRaw = mayBeRaw
        self.read = read
    }

    /// One that takes nothing.
    init(_ name: String, _ meaning: String, _ action: any RuleAction) {
        self.init(name, "", meaning) { _ in action }
    }
}

/// Every action, in the order in which help lists them.
package enum ActionTable {
    package static let groups: [(title: String, entries: [ActionEntry])] = [
        (
            "Fields",
            FieldAction.entries + RequestCookieAction.entries + ResponseCookieAction.entries + TrailerAction.entries
        ),
        (
            "The request line",
            [MethodAction.entry, PathAction.entry] + QueryAction.entries + [FieldAction.hostEntry]
        ),
        ("Bodies", ReplaceBodyAction.entries + SubstituteAction.entries + SetJSONAction.entries),
        ("Elsewhere", [MapToAction.entry, MapFileAction.entry, ConnectToAction.entry, UpstreamProxyAction.entry]),
        ("Answers", [RespondAction.entry, RedirectAction.entry, BlockAction.entry, AnswerFromAction.entry]),
        (
            "Trouble",
            [DelayAction.entry, ThrottleAction.entry, StallAction.entry] + CutAction.entries + [
                HangUpAction.reset, HangUpAction.drop, CorruptAction.entry, BadGatewayAction.entry,
                TLSFailAction.entry, ExpiredCertificateAction.entry, DNSFailAction.entry,
            ]
        ),
        ("WebSocket messages", [ReplaceMessageAction.entry, DropMessageAction.entry, InjectMessageAction.entry]),
        ("Holding", [BreakAction.entry]),
        (
            "Ready-made",
            [
                NoCacheAction.entry, NoCompressionAction.entry, NoCookiesAction.entry, AllowCORSAction.entry,
                ForceHTTP1Action.entry, UpgradeInsecureAction.entry, NoCSPAction.entry,
            ]
        ),
        (
            "The recording",
            [
                PinAction.entry, CommentAction.entry, TagAction.entry, SkipRecordAction.entry, KeepBodyAction.entry,
                TunnelAction.entry,
            ]
        ),
    ]

    package static let all: [ActionEntry] = groups.flatMap(\.entries)

    /// The word that lets what an action writes out, malformed or not.
    static let rawWord = "raw"

    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// What `raw` may stand before.
    static let raw = all.filter(\.mayBeRaw)
}
