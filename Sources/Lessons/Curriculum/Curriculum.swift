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

    /// Its place in the curriculum, counted from 1.
    static func number(of topic: String) -> Int { byTopic[topic].map { $0 + 1 } ?? 0 }

    private static let byTopic = Dictionary(
        lessons.enumerated().map { ($1.topic, $0) }, uniquingKeysWith: { first, _ in first })
}
