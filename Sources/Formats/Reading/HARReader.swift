package import Bytes
import Flow

/// Reads HAR files, Hark's own and others', whole or damaged: every entry that can be read is read, wherever the damage
/// is; everything else is told with its place. A function of the bytes, for files that are in memory.
package enum HARReader {
    package static func read(_ file: Bytes) -> RecordedFile { RecordingReader(file, .har).all() }
}

/// The same for logs: one entry a line.
///
/// A line that is no entry is told with its place; when a whole entry stands behind a torn one on the same line, it is
/// read.
package enum LogReader {
    package static func read(_ file: Bytes) -> RecordedFile { RecordingReader(file, .log).all() }
}
