/// All lessons, in the order in which they build on one another.
package enum Curriculum {
    package static let lessons: [Lesson] =
        [
            StartLineLessons.all, URLLessons.all, MethodLessons.all, LengthLessons.all, TransferLessons.all,
            RedirectLessons.all, CookieLessons.all, CookieLifeLessons.all, CacheLessons.all, ValidationLessons.all,
            LoginLessons.all, OriginLessons.all, ConnectionLessons.all, TimeLessons.all, ClientLessons.all,
        ].flatMap { $0 }

    /// The lesson of a topic.
    package static func lesson(_ topic: String) -> Lesson? { byTopic[topic].map { lessons[$0] } }

    /// The topics that a word is about: those that have it in their names; else those of a unit of this name, or whose
    /// words begin with it.
    package static func topics(about word: String) -> [String] {
        let stem = word.count > 4 && word.hasSuffix("s") ? String(word.dropLast()) : word
        guard stem.count > 2 else { return [] }
        let named = lessons.filter { $0.topic.contains(stem) }
        if !named.isEmpty { return named.map(\.topic) }
        let ofUnit = lessons.filter { $0.unit.rawValue == word || $0.unit.title.lowercased().hasPrefix(stem) }
        if !ofUnit.isEmpty { return ofUnit.map(\.topic) }
        return lessons.filter { lesson in
            "\(lesson.title) \(lesson.can) \(lesson.sum) \(lesson.finder)".lowercased()
                .split { !$0.isLetter && !$0.isNumber }.contains { $0.hasPrefix(stem) }
        }.map(\.topic)
    }

    /// Its place in the curriculum, counted from 1.
    static func number(of topic: String) -> Int { byTopic[topic].map { $0 + 1 } ?? 0 }

    private static let byTopic = Dictionary(
        lessons.enumerated().map { ($1.topic, $0) }, uniquingKeysWith: { first, _ in first })
}
