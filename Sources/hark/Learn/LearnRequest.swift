import ArgumentParser
import Filter
import Lessons
import Platform

/// Which topics are asked for, and where flows are. A value.
struct LearnRequest {
    let topics: [Lesson]
    /// A file; nil for a session.
    let file: String?

    init(
        _ words: [String], _ practice: LearnPracticeOptions, _ output: LearnOutputOptions, _ session: String?
    ) throws {
        var names = output.topics.map { $0.split(separator: ",").map(String.init) } ?? []
        var file: String?
        for (place, word) in words.enumerated() {
            if word == "-" || word.contains("/") || Curriculum.lesson(word) == nil && access(word, F_OK) == 0 {
                guard file == nil, place == words.count - 1 else {
                    throw ValidationError("unexpected argument '\(word.terminalEscaped)': one topic, then one file")
                }
                file = word
            } else {
                names.append(word)
            }
        }
        if file != nil, session != nil {
            throw ValidationError("--session and a file name two inputs; give only one")
        }
        if output.topics == nil, names.count > 1 {
            let name = names[1].terminalEscaped
            guard Curriculum.lesson(names[1].lowercased()) != nil else {
                throw ValidationError("'\(name)' is neither a topic nor a file that exists")
            }
            throw ValidationError("unexpected argument '\(name)': for several topics use --topics")
        }
        topics = try names.map { name in
            if let lesson = Curriculum.lesson(name.lowercased()) { return lesson }
            throw ValidationError(LearnRequest.unknown(name))
        }
        self.file = file
    }

    private static func unknown(_ name: String) -> String {
        let word = name.lowercased()
        let start = "unknown topic '\(name.terminalEscaped)' "
        let about = Curriculum.topics(about: word).prefix(6)
        if about.count > 1 { return start + "(expected \(about.joined(separator: ", ")), or another of 'hark learn')" }
        let nearest = about.first ?? NearestName.find(word, among: Curriculum.lessons.map(\.topic))
        return start + (nearest.map { "(did you mean '\($0)'?)" } ?? "('hark learn' lists the topics)")
    }
}
