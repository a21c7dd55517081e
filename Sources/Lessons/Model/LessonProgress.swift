package import Bytes

/// What a learner has answered. A value; no bodies, no URLs.
package struct LessonProgress: Sendable, Hashable {
    package struct Answer: Sendable, Hashable {
        package let topic: String
        package let id: String
        package let isRight: Bool
        package let misconception: String?
        /// Seconds since 1970.
        package let at: Int64
        package let seed: UInt64

        package init(topic: String, id: String, isRight: Bool, misconception: String?, at: Int64, seed: UInt64) {
            self.topic = topic
            self.id = id
            self.isRight = isRight
            self.misconception = misconception
            self.at = at
            self.seed = seed
        }
    }

    /// In the order in which they were given.
    package private(set) var answers: [Answer] = []
    /// Of an exported file: who it is of, by a name of choice.
    package private(set) var name: String?
    /// Of an exported file: which session it was about.
    private(set) var session: String?

    /// As many answers are kept, the newest.
    static let limit = 10_000

    package init() {}

    package mutating func add(_ answer: Answer) {
        answers.append(answer)
        if answers.count > Self.limit { answers.removeFirst(answers.count - Self.limit) }
    }

    /// The last answer to each question of a topic: how many are right, and how many there are; nil for none.
    package func tally(_ topic: String) -> (right: Int, asked: Int)? {
        let last = latest.filter { $0.key.topic == topic }
        guard !last.isEmpty else { return nil }
        return (last.values.count(where: \.isRight), last.count)
    }

    /// A question of a lesson.
    package struct Name: Sendable, Hashable {
        package let topic: String
        package let id: String

        package init(topic: String, id: String) {
            self.topic = topic
            self.id = id
        }
    }

    /// The last answer to each question.
    package var latest: [Name: Answer] {
        var latest: [Name: Answer] = [:]
        for answer in answers { latest[Name(topic: answer.topic, id: answer.id)] = answer }
        return latest
    }

    // MARK: Files

    /// Why a file is no progress.
    package struct Fault: Error, Sendable, Hashable {
        package let text: String
    }

    /// Reads what `json` wrote.
    package init(_ file: Bytes) throws(Fault) {
        let found: Result<LessonProgress, Fault> = file.withUnsafeBytes { raw in
            var parser = JSONParser(raw.bindMemory(to: UInt8.self))
            do {
                return Self.read(try parser.tree(), in: file)
            } catch {
                return .failure(Fault(text: "it is not JSON"))
            }
        }
        self = try found.get()
    }

    private static func read(_ root: JSONNode, in file: Bytes) -> Result<LessonProgress, Fault> {
        guard root.member("version", in: file)?.integer(in: file) == 1,
            let list = root.member("answers", in: file)?.elements
        else { return .failure(Fault(text: "expected an object with \"version\": 1 and \"answers\"")) }
        var progress = LessonProgress()
        progress.name = root.member("name", in: file)?.string(in: file)?.text
        progress.session = root.member("session", in: file)?.string(in: file)?.text
        for node in list.suffix(limit) {
            guard let topic = node.member("topic", in: file)?.string(in: file)?.text,
                let id = node.member("id", in: file)?.string(in: file)?.text,
                let isRight = node.member("right", in: file)?.boolean
            else { return .failure(Fault(text: "an answer lacks topic, id or right")) }
            let seed = node.member("seed", in: file)?.integer(in: file) ?? 0
            progress.add(
                Answer(
                    topic: topic, id: id, isRight: isRight,
                    misconception: node.member("misconception", in: file)?.string(in: file)?.text,
                    at: node.member("at", in: file)?.integer(in: file) ?? 0, seed: UInt64(clamping: seed)))
        }
        return .success(progress)
    }

    /// - Parameters:
    ///   - name: of the learner, in a file to hand in.
    ///   - session: what tells the session from others.
    package func json(name: String? = nil, session: String? = nil) -> Bytes {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("version", 1)
        if let name { writer.member("name", name) }
        if let session { writer.member("session", session) }
        writer.beginArray("answers")
        for answer in answers {
            writer.beginObject()
            writer.member("topic", answer.topic)
            writer.member("id", answer.id)
            writer.member("right", answer.isRight)
            writer.key("misconception")
            if let misconception = answer.misconception { writer.string(misconception) } else { writer.null() }
            writer.member("at", answer.at)
            writer.member("seed", answer.seed)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return Bytes(writer.withBytes { Array($0) } + [ASCII.lineFeed])
    }
}
