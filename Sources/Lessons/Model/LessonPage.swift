import Bytes
import Flow
import HTTPModel
import Views

/// A lesson with the flow that illustrates it, ready to be shown. A value, without credentials.
package struct LessonPage: Sendable {
    package let lesson: Lesson
    /// The number of the flow; nil when none illustrates it.
    package let flow: UInt64?
    /// `GET http://a.example/ 200`
    package let title: String
    let state: Lesson.State
    package let looks: [LessonLook]
    /// Its questions, with their options in the order of the seed.
    package let questions: [AskedQuestion]
    /// Without a flow: so many flows were looked at, the newest; nil: all.
    package let looked: Int?
    /// The heads of both messages, each followed by the text of its content, or its beginning, when the lesson is about
    /// it.
    package let blocks: [LessonBlock]
    /// The lines of the heads.
    let lines: [LessonLine]
    /// When each phase was, in microseconds, where the lesson is about them.
    let phases: [(name: String, range: Range<Int64>)]

    /// A lesson without an example.
    package init(_ lesson: Lesson, looked: Int? = nil) {
        self.lesson = lesson
        self.looked = looked
        flow = nil
        title = ""
        state = .missing
        looks = []
        questions = []
        blocks = []
        lines = []
        phases = []
    }

    package init(_ lesson: Lesson, _ illustration: Illustration, seed: UInt64) {
        self.lesson = lesson
        flow = illustration.number
        looked = nil
        let method = illustration.request.map { illustration.shown($0.method.name, limit: 20) } ?? ""
        let url = illustration.shown(illustration.record.url, limit: 200)
        let isTunnel = illustration.record.outcome?.kind == .tunnel
        let status = illustration.response.map { "\($0.status)" } ?? (isTunnel ? "tunnel" : "no response")
        title = [method, url, status].filter { !$0.isEmpty }.joined(separator: " ")
        let asked = lesson.asked(illustration)
        state = lesson.state(asked.count)
        phases = lesson.isAboutPhases ? Self.phases(of: illustration.record) : []
        looks = lesson.looks.compactMap { $0(illustration) }.map { $0.hiding(illustration.hidden) }
        questions = asked.map { $0.ordered(by: LessonOrder(seed, lesson.topic, $0.id)) }
        lines = MessageKind.allCases.flatMap { LessonLine.list($0, of: illustration, limit: Self.headLimit) }
        blocks = MessageKind.allCases.flatMap { kind in
            let head = illustration.fields(kind).map { fields in
                let raw = fields.raw
                let shown = illustration.hidden.hide(raw.slice(0..<min(raw.count, Self.headLimit)))
                return LessonBlock(kind, head: shown)
            }
            return [head, Self.content(kind, of: illustration)].compactMap { $0 }
        }
    }

    /// One after the other; `ssl` is a part of `connect`.
    private static func phases(of record: FlowRecord) -> [(name: String, range: Range<Int64>)] {
        var start: Int64 = 0
        return record.phases.filter { $0.name != .ssl && $0.duration >= 0 }.map { phase in
            let end = start.addingReportingOverflow(phase.duration)
            defer { start = end.overflow ? start : end.partialValue }
            return (phase.name.rawValue, start..<(end.overflow ? start : end.partialValue))
        }
    }

    private static func content(_ kind: MessageKind, of illustration: Illustration) -> LessonBlock? {
        let kept = illustration.record[kind].content
        // Only what was looked through for credentials, which are hidden here.
        guard let content = illustration.readContents.first(where: { $0.kind == kind })?.content,
            content == kept.decoded ?? kept.bytes, !content.isEmpty, !content.contains(0),
            String(validating: content, as: UTF8.self) != nil
        else { return nil }
        let text = illustration.hidden.hide(content).text
        return LessonBlock(
            kind, content: text.count <= contentLimit ? text : "\(text.prefix(contentLimit))…")
    }

    /// Characters of a content that are shown.
    private static let contentLimit = 2_000

    /// Bytes of a head that are shown.
    private static let headLimit = 8 << 10

    package func question(_ id: String) -> AskedQuestion? { questions.first { $0.id == id } }
}

/// A sequence of numbers that a seed and names decide: the same on every machine.
package struct LessonOrder: RandomNumberGenerator {
    private var chance: Chance

    package init(_ seed: UInt64, _ names: String...) {
        // FNV-1a, 64 bits.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325 ^ seed
        for byte in names.joined(separator: "\n").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        chance = Chance(seed: hash, 0, 0)
    }

    package mutating func next() -> UInt64 { chance.next() }
}
