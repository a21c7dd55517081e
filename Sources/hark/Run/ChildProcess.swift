import Dispatch
import Doctor
import Platform

/// The command of `hark run`, or a pager: a child in Hark's own process group, so that the terminal treats both as one
/// job.
struct ChildProcess: Sendable {
    /// Why a command did not start, with the code that shells end with in that case.
    struct StartFailure: Error {
        let text: String
        let code: Int32
    }

    private let number: pid_t

    /// Starts it with the three standard descriptors, the signal dispositions and the limits that Hark was given, or
    /// says which signal has come before.
    ///
    /// - Parameters:
    ///   - words: the program, looked up in PATH, and its arguments; bytes, as no encoding is promised.
    ///   - input: the descriptor that is to be its standard input; nil for Hark's own.
    ///   - output: the one that is to be its standard output and diagnostics; nil for Hark's own.
    static func start(
        _ words: [[UInt8]], environment: CommandEnvironment, input: Int32? = nil, output: Int32? = nil
    ) throws(StartFailure) -> Result<ChildProcess, Interruption> {
        var started: pid_t = 0
        let signal = try Signals.startRelay { () throws(StartFailure) -> pid_t in
            started = try spawn(words, environment, input, output)
            return started
        }
        if let signal { return .failure(Interruption(signal: signal)) }
        return .success(ChildProcess(number: started))
    }

    /// A signal that asked Hark to stop before there was a command.
    struct Interruption: Error {
        let signal: Int32
    }

    private static func spawn(
        _ words: [[UInt8]], _ environment: CommandEnvironment, _ input: Int32?, _ output: Int32?
    ) throws(StartFailure) -> pid_t {
        let arguments = CStrings(words)
        let settings = CStrings(environment.entries)
        guard let program = words.first, let file = arguments.pointers[0] else {
            throw StartFailure(text: "missing command", code: 127)
        }
        var number: pid_t = 0
        var actions = SpawnRecords.fileActions
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw StartFailure(program, ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input { posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO) }
        if let output {
            posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
            posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
        }
        let failure = ResourceLimits.withInherited {
            Signals.passingOn { inherited in
                withAttributes(inherited) { attributes in
                    withExtendedLifetime((arguments, settings)) {
                        posix_spawnp(&number, file, &actions, attributes, arguments.pointers, settings.pointers)
                    }
                }
            }
        }
        guard failure == 0 else { throw StartFailure(program, failure) }
        return number
    }

    private static func withAttributes(
        _ inherited: Signals.Inherited, _ body: (UnsafePointer<SpawnAttributes>) -> Int32
    ) -> Int32 {
        var attributes = SpawnRecords.attributes
        let failure = posix_spawnattr_init(&attributes)
        guard failure == 0 else { return failure }
        defer { posix_spawnattr_destroy(&attributes) }
        var mask = inherited.mask
        posix_spawnattr_setsigmask(&attributes, &mask)
        // Hark ignores SIGPIPE and SIGXFSZ, and a child inherits that; to most programs SIGPIPE is how the end of a
        // pipeline is told.
        var defaults = sigset_t()
        sigemptyset(&defaults)
        if !inherited.ignoresBrokenPipe { sigaddset(&defaults, SIGPIPE) }
        if !inherited.ignoresFileLimit { sigaddset(&defaults, SIGXFSZ) }
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
        return body(&attributes)
    }

    /// Returns its exit code, or for a signal 128 and its number, once it has ended. Waits on a thread of its own.
    func exitCode() async -> Int32 {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "hark.command").async { continuation.resume(returning: wait()) }
        }
    }

    /// The same, on this thread.
    func wait() -> Int32 {
        var facts = siginfo_t()
        // The child stays to be collected, so that no signal can go to another process of its number.
        while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        return Signals.endRelay {
            var status: Int32 = 0
            while waitpid(number, &status, 0) < 0, errno == EINTR {}
            // As systems report an end (wait.h): a signal in the low seven bits, or a code above.
            let signal = status & 0x7F
            return signal == 0 ? status >> 8 & 0xFF : 128 + signal
        }
    }
}

extension ChildProcess.StartFailure {
    fileprivate init(_ program: [UInt8], _ failure: Int32) {
        let name = String(decoding: program, as: UTF8.self)
        // POSIX Shell Command Language §2.8.2: 127 for a command that is not found, 126 for one that cannot be run.
        switch failure {
        case ENOENT:
            self.init(text: "\(name): command not found, neither in PATH nor as a file", code: 127)
        case EACCES:
            self.init(text: "\(name) cannot be run: permission denied (is it a file, and executable?)", code: 126)
        case ENOEXEC:
            self.init(text: "\(name) cannot be run: it is not a program (a script has to start with #!)", code: 126)
        default:
            self.init(text: "\(name) cannot be run: \(String(cString: strerror(failure)))", code: 126)
        }
    }
}

/// A list of C strings that ends with a null pointer, as `exec` wants it: owns their memory.
private final class CStrings {
    private(set) var pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [[UInt8]]) {
        pointers = strings.map { string in
            (string + [0]).withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
            }
        }
        pointers.append(nil)
    }

    deinit {
        for pointer in pointers { free(pointer) }
    }
}
