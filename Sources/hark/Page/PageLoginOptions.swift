import ArgumentParser
import PageAPI
import Platform

/// Who opens the page from another device: by a password, and to do what.
struct PageLoginOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Open the page to other devices by a password, the first line of this file.", valueName: "file"),
        completion: .file())
    var pageAuth: String?

    @Flag(name: .long, help: "Let those with the password look, not change (with --page-auth).")
    var pageView = false

    func validate() throws {
        if pageAuth == "" { throw ValidationError("--page-auth needs a file name") }
        if pageView, pageAuth == nil { throw ValidationError("--page-view needs --page-auth FILE") }
    }

    /// Without a password no other device may reach the page.
    func validate(_ place: PagePlace?, option: String) throws {
        guard let place else {
            if pageAuth != nil { throw ValidationError("--page-auth needs \(option)=HOST:PORT") }
            return
        }
        guard pageAuth == nil, !place.isLocal else { return }
        throw ValidationError(
            "\(option)=\(place.host): other computers could read all flows (expected also --page-auth FILE with a "
                + "password, or 127.0.0.1)")
    }

    /// Reads the file; nil: nobody is let in by a password. Fails with a sentence and an exit code.
    func guests() throws -> PageGuests? {
        guard let pageAuth else { return nil }
        let path = pageAuth.terminalEscaped
        guard let file = fopen(pageAuth, "re") else {
            Diagnostics.say("--page-auth \(path) cannot be read: \(String(cString: strerror(errno)))")
            throw ExitCode(EX_NOINPUT)
        }
        defer { fclose(file) }
        if let warning = KeptFile(pageAuth).warning(holding: "the page's password") { Diagnostics.say(warning) }
        var buffer = [UInt8](repeating: 0, count: 1_024)
        let count = fread(&buffer, 1, buffer.count, file)
        let line = Array(buffer[..<count].prefix { $0 != 0x0A && $0 != 0x0D })
        guard line.count >= PageGuests.leastPassword, line.count < buffer.count,
            String(validating: line, as: UTF8.self) != nil
        else {
            Diagnostics.say(
                "--page-auth \(path): invalid first line (expected a password of at least "
                    + "\(PageGuests.leastPassword) characters)")
            throw ExitCode(EX_CONFIG)
        }
        return PageGuests(password: line, isViewOnly: pageView)
    }
}
