import ArgumentParser
import Bytes
import Lessons
import Platform
import Views

/// `--class FOLDER`: the answers of several learners, side by side.
struct LearnClass {
    private let learners: LessonClass

    /// As many files are read.
    private static let limit = 1_000
    private static let expected = "expected files of 'hark learn --progress --export'"

    init(_ folder: String) throws {
        guard let directory = opendir(folder) else {
            Diagnostics.say("\(folder.terminalEscaped) cannot be opened: \(SystemText.of(errno))")
            throw ExitCode(EX_NOINPUT)
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
        }
        guard !names.isEmpty else {
            Diagnostics.say(
                "\(folder.terminalEscaped) has no .json file (\(Self.expected))")
            throw ExitCode(EX_NOINPUT)
        }
        if names.count > Self.limit {
            Diagnostics.say("\(folder.terminalEscaped) has more than \(Self.limit) files; the rest is left out")
        }
        var read: [(String, LessonProgress)] = []
        for name in names.sorted().prefix(Self.limit) {
            // One that cannot be read is named; the others count all the same.
            guard let progress = try? ProgressFile.read("\(folder)/\(name)", isOwn: false) else { continue }
            read.append((progress.name ?? String(name.dropLast(5)), progress))
        }
        guard !read.isEmpty else {
            Diagnostics.say("\(folder.terminalEscaped) has no answers (\(Self.expected))")
            throw UsageFailure.data
        }
        learners = LessonClass(read)
    }

    func show(asJSON: Bool) {
        if asJSON { return Report.json(write) }
        Report.lines { lines in
            lines.pad(to: 19)
            for name in learners.names { lines.wire(Self.cell(name)) }
            lines.newline()
            for row in learners.rows {
                lines.wire(row.topic)
                lines.pad(to: 19)
                for result in row.results { lines.wire(Self.cell(result.map { "\($0.right)/\($0.asked)" } ?? "-")) }
                lines.newline()
            }
            for (name, count) in learners.missed.prefix(10) {
                lines.line("missed by \(count): \(name.topic) \(name.id)")
            }
            for (id, count) in learners.misconceptions.prefix(10) { lines.line("\(count) times: \(id)") }
        }
    }

    /// Ten columns.
    private static func cell(_ text: String) -> String {
        let short = String(text.prefix(9))
        return short + String(repeating: " ", count: 10 - short.count)
    }

    private func write(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.beginArray("learners")
        for name in learners.names { writer.string(name) }
        writer.endArray()
        writer.beginArray("lessons")
        for row in learners.rows {
            writer.beginObject()
            writer.member("topic", row.topic)
            writer.beginArray("results")
            for result in row.results {
                guard let result else {
                    writer.null()
                    continue
                }
                writer.beginObject()
                writer.member("right", result.right)
                writer.member("asked", result.asked)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
        writer.endArray()
        writer.beginArray("missed")
        for (name, count) in learners.missed {
            writer.beginObject()
            writer.member("topic", name.topic)
            writer.member("id", name.id)
            writer.member("learners", count)
            writer.endObject()
        }
        writer.endArray()
        writer.beginArray("misconceptions")
        for (id, count) in learners.misconceptions {
            writer.beginObject()
            writer.member("id", id)
            writer.member("count", count)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }
}
