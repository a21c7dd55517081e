import Authority
import Platform

/// What the system says of a file in which flows are to be kept, as it is before or after it was opened.
struct KeptFile {
    let path: String
    private let status: stat?

    init(_ path: String) {
        self.path = path
        var found = stat()
        status = stat(path, &found) == 0 ? found : nil
    }

    private var mode: mode_t { status?.st_mode ?? 0 }

    /// Why opening it takes until somebody else opens it too; nil when it does not.
    var delay: String? {
        guard mode & S_IFMT == S_IFIFO else { return nil }
        return "\(path) is a pipe: Hark waits until another program reads from it"
    }

    /// What to say of a file that was there and that others can read; nil when there is nothing to say.
    ///
    /// - Parameter content: what it may give away.
    func warning(holding content: String) -> String? {
        guard mode & S_IFMT == S_IFREG, mode & 0o077 != 0 else { return nil }
        let digits = String(mode & 0o777, radix: 8)
        return
            "warning: \(path) is readable by other users (mode \(digits)) and may contain \(content); run: "
            + "chmod 600 \(ShellText.quoted(path))"
    }
}
