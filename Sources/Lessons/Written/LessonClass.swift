/// Progress of several learners, side by side.
package struct LessonClass: Sendable {
    package struct Row: Sendable {
        package let topic: String
        /// By learner, in the order of `names`; nil for a lesson that was not asked.
        package let results: [(right: Int, asked: Int)?]
    }

    package let names: [String]
    package let rows: [Row]
    /// Questions by how many learners last answered them wrongly.
    package let missed: [(name: LessonProgress.Name, count: Int)]
    /// Misconceptions by how often they were met.
    package let misconceptions: [(id: String, count: Int)]

    package init(_ learners: [(name: String, progress: LessonProgress)]) {
        names = learners.map(\.name)
        let topics = Set(learners.flatMap { $0.progress.answers.map(\.topic) })
        let known = Curriculum.lessons.map(\.topic).filter(topics.contains)
        rows = known.map { topic in Row(topic: topic, results: learners.map { $0.progress.tally(topic) }) }
        var wrong: [LessonProgress.Name: Int] = [:]
        var beliefs: [String: Int] = [:]
        for learner in learners {
            for (name, answer) in learner.progress.latest where !answer.isRight { wrong[name, default: 0] += 1 }
            for answer in learner.progress.answers {
                if let belief = answer.misconception { beliefs[belief, default: 0] += 1 }
            }
        }
        missed = wrong.map { ($0.key, $0.value) }.sorted {
            $0.1 != $1.1 ? $0.1 > $1.1 : ($0.0.topic, $0.0.id) < ($1.0.topic, $1.0.id)
        }
        misconceptions = beliefs.map { ($0.key, $0.value) }.sorted { $0.1 != $1.1 ? $0.1 > $1.1 : $0.0 < $1.0 }
    }
}
