import Bytes
import Doctor
import Flow
import HTTPModel
import Lessons
import Page
import Platform
import Synchronization

/// The lessons of the page: the same answers that `hark learn` keeps, and the tour of the demo site. Safe to use from
/// anywhere.
final class KeptLessons: PageLessons {
    private let file = ProgressFile()
    /// Recorded once.
    private let tour = Mutex<(any PageSource)?>(nil)

    /// What cannot be read is as good as none: a page has other things to show.
    func progress() -> LessonProgress { (try? file.read()) ?? LessonProgress() }

    func keep(_ mark: AnswerMark, to question: AskedQuestion, of topic: String, seed: UInt64) {
        file.add(mark, to: question, of: topic, seed: seed)
    }

    func content(_ record: FlowRecord, _ kind: MessageKind) -> Bytes? { LearnFlows.decoded(record, kind) }

    func demonstration() throws(PageError) -> any PageSource {
        try tour.withLock { tour throws(PageError) in
            if let tour { return tour }
            guard let made = Self.record() else {
                throw PageError(503, .session, "The tour cannot be recorded here; try it with: hark demo")
            }
            tour = made
            return made
        }
    }

    /// Takes the tour in a process of its own; nil when that fails.
    private static func record() -> (any PageSource)? {
        let parent = Environment.value("TMPDIR").flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "/tmp"
        var name = Array("\(parent)/hark-tour-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { return nil }
        let folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let path = "\(folder)/tour.har"
        // What was opened is read until it is closed.
        defer {
            unlink(path)
            rmdir(folder)
        }
        guard let program = InstalledCopy.program,
            let child = Programs.startAside([program, "demo", "--no-store", "--har", path]),
            Programs.wait(child) == 0
        else { return nil }
        return try? OpenedSource.recording(path, name: "demo site")
    }
}
