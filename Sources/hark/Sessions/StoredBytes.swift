import ArgumentParser
import Bytes
import Flow
import HTTPModel
import Platform
import Views

/// The exact bytes of a message of a session, on standard output.
struct StoredBytes {
    enum Part {
        /// The head as it came, and the content.
        case all
        case head, body
        /// The head as it went on.
        case sent
    }

    let part: Part

    func write(_ record: FlowRecord, _ kind: MessageKind) throws {
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        let message = record[kind]
        let came =
            switch kind {
            case .request: record.requestHead?.raw
            case .response: record.responseHead?.raw
            }
        switch part {
        case .sent: return terminal.write(message.sent?.array ?? [])
        case .head: return terminal.write((came ?? message.malformedHead)?.array ?? [])
        case .all: terminal.write((came ?? message.malformedHead)?.array ?? [])
        case .body: break
        }
        switch message.content.kept {
        case .absent: return
        case .inline(let bytes): terminal.write(bytes.array)
        case .spooled(let content):
            let isWhole = content.forEachPiece(of: 1 << 20) { piece in
                terminal.write(Array(piece))
                return true
            }
            guard isWhole else {
                Diagnostics.say("the content could not be read to its end.")
                throw ExitCode(EX_DATAERR)
            }
        }
    }
}
