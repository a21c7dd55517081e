import ArgumentParser
import Authority
import Bytes
import Platform
import TLS
import Views

/// `hark ca export`: the certificate, never the key, in the form that a client wants.
struct CaExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write the CA certificate (never its key) for a client to trust.",
        discussion: """
            pem: command line programs, Firefox, Linux. der: Android, Windows. p12: Java (password: 'hark'). \
            mobileconfig: iPhone, iPad, Mac.

            Example:
              hark ca export --format p12 --output hark-ca.p12
            """)

    @Option(name: .long, help: ArgumentHelp("Write this format.", valueName: "format"))
    var format = CertificateFormat.pem

    @Option(name: [.short, .long], help: ArgumentHelp("Write to this file (-: standard output).", valueName: "file"))
    var output = "-"

    @Flag(help: "Overwrite the file if it exists.")
    var force = false

    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    func validate() throws {
        if output.isEmpty { throw ValidationError("--output needs a file, or '-' for standard output") }
    }

    func run() throws {
        let isBinary = format == .der || format == .p12
        if output == "-", isBinary, isatty(STDOUT_FILENO) == 1 {
            Diagnostics.say(
                "--format \(format.rawValue) is binary and does not go to a terminal; write it to a file: "
                    + "hark ca export --format \(format.rawValue) --output \(format.fileName)")
            throw ExitCode(EX_USAGE)
        }
        let (_, authority) = try key.loadOrMake(in: options)
        let bytes = try AuthorityAccess.attempt { () throws(AuthorityError) in
            try authority.certificate.exported(as: format)
        }
        try write(bytes)
        if format == .p12 { Diagnostics.say("the password of the file is \(Certificate.exportPassword)") }
    }

    private func write(_ bytes: Bytes) throws {
        let isStandard = output == "-"
        // What is written over stays as closed as it was; a new file is for everyone to read, as the certificate is.
        // Devices and pipes hold nothing that could be lost.
        var status = stat()
        let isFile = stat(output, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | (force || !isFile ? O_TRUNC : O_EXCL)
        let file = isStandard ? STDOUT_FILENO : open(output, flags, 0o644)
        guard file >= 0 else {
            guard errno == EEXIST else { throw failure() }
            // A script that runs again asks for nothing new.
            if has(bytes) { return }
            throw ExportFile.exists(output)
        }
        let terminal = TerminalWriter(descriptor: file)
        terminal.write(bytes.array)
        if terminal.hasFailed || (!isStandard && close(file) != 0) { throw failure() }
    }

    /// Whether the file holds this already.
    private func has(_ bytes: Bytes) -> Bool {
        let file = open(output, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var held = [UInt8](repeating: 0, count: bytes.count + 1)
        var count = 0
        while count < held.count {
            let piece = held.withUnsafeMutableBytes {
                read(file, $0.baseAddress?.advanced(by: count), $0.count - count)
            }
            guard piece > 0 else { break }
            count += piece
        }
        return count == bytes.count && held.prefix(count).elementsEqual(bytes.array)
    }

    private func failure() -> ExitCode {
        let place = output == "-" ? "standard output" : output
        Diagnostics.say("\(place) could not be written: \(String(cString: strerror(errno)))")
        return ExitCode(EX_IOERR)
    }
}

extension CertificateFormat: ExpressibleByArgument {}
