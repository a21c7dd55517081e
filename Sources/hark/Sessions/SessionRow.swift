import Bytes
import Explain
import Store
import Views

/// One session as `hark sessions` shows it.
struct SessionRow {
    let entry: SessionEntry
    let summary: Result<SessionEntry.Summary, SessionError>

    init(_ entry: SessionEntry) {
        self.entry = entry
        do throws(SessionError) {
            summary = .success(try entry.summary())
        } catch {
            summary = .failure(error)
        }
    }

    /// Name, size, number of flows, and of which command, or what is wrong.
    var cells: [String] {
        var size: [UInt8] = []
        Units.append(size: UInt64(entry.size), to: &size)
        let start = [entry.name.terminalEscaped, String(decoding: size, as: UTF8.self)]
        switch summary {
        case .success(let summary):
            let flows = "\(summary.flows) flow\(summary.flows == 1 ? "" : "s")"
            let marks = (entry.isRunning ? "(running) " : "") + (summary.hasPins ? "(pinned) " : "")
            return start + [flows, marks + Self.text(summary.commands).terminalEscaped]
        case .failure(let error):
            return start + ["-", error.text.terminalEscaped]
        }
    }

    /// So many different commands are named; of sessions that a script goes on with every hour there are thousands.
    private static let namedLimit = 3

    /// What was run, the newest last, without the secrets in it:
    /// `hark proxy --store a.hark; hark import b.har (3 times)`.
    static func text(_ commands: [String]) -> String {
        var runs: [(command: String, count: Int)] = []
        for command in commands {
            if let last = runs.last, last.command == command {
                runs[runs.count - 1].count += 1
            } else {
                runs.append((command, 1))
            }
        }
        let named = runs.suffix(namedLimit).map { run in
            Secrets.redacted(command: run.command) + (run.count > 1 ? " (\(run.count) times)" : "")
        }
        let others = commands.count - runs.suffix(namedLimit).reduce(0) { $0 + $1.count }
        return ((others > 0 ? ["\(others) before"] : []) + named).joined(separator: "; ")
    }

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", entry.name)
        writer.member("path", entry.path)
        writer.member("start", entry.start)
        writer.member("size", entry.size)
        writer.member("running", entry.isRunning)
        switch summary {
        case .success(let summary):
            writer.member("flows", summary.flows)
            writer.member("pinned", summary.hasPins)
            writer.beginArray("commands")
            for command in summary.commands { writer.string(Secrets.redacted(command: command)) }
            writer.endArray()
        case .failure(let error):
            writer.member("problem", error.text)
        }
        writer.endObject()
    }
}
