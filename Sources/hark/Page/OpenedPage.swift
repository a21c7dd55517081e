import Dispatch
import Platform

/// Opens a browser by a file that leads it to the page: so the key stands in no list of processes.
final class OpenedPage: Sendable {
    private let path: String

    /// nil when the file cannot be made.
    init?(_ url: String) {
        let folder = Environment.value("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        var template = Array("\(folder)/hark-page.XXXXXX.html".utf8CString)
        // Makes it with mode 0600, under a name that nobody had.
        let file = mkstemps(&template, 5)
        guard file >= 0 else { return nil }
        path = template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0; url=\(url)\"><title>hark</title>\n"
        let bytes = Array(page.utf8)
        let count = bytes.withUnsafeBytes { SystemCall.write(file, $0.baseAddress, $0.count) }
        close(file)
        guard count == bytes.count else {
            unlink(path)
            return nil
        }
        #if os(macOS)
        let program = "open"
        #else
        let program = "xdg-open"
        #endif
        let start = ContinuousClock.now
        guard let child = Programs.startAside([program, path]) else {
            Self.sayNone()
            return
        }
        // Where no browser runs yet, the command becomes it, and ends when the person closes it.
        DispatchQueue.global(qos: .utility).async {
            if Programs.wait(child) != 0, ContinuousClock.now - start < Self.opening { Self.sayNone() }
        }
    }

    /// What fails later was open before.
    private static let opening = Duration.seconds(10)

    private static func sayNone() { Diagnostics.say("no browser could be opened; open the URL yourself") }

    func remove() { unlink(path) }
}
