import Platform

/// A child process that takes a line and answers a line. One question at a time; belongs to whoever asks.
///
/// It has none of Hark's descriptors and one of its variables, says nothing of its own on the terminal, and is killed
/// with the last reference to it, or when it answers too late or too much.
final class PACProcess {
    /// Why there is no answer.
    enum Failure: Error {
        case didNotStart(Int32)
        /// It has ended, or closed what it answers on.
        case ended
        case late
        case tooLong

        /// A clause.
        var text: String {
            switch self {
            case .didNotStart(let code):
                "\(ThisProgram.path), which runs the script, cannot be started: \(SystemText.of(code))"
            case .ended: "the interpreter ended while it ran the script"
            case .late: "the script did not answer in time"
            case .tooLong: "the script's answer is too long"
            }
        }
    }

    private static let answerLimit = 64 << 10
    /// What time it is depends on the zone.
    private static let variables = ["TZ"]

    private let number: pid_t
    /// A socket, whose other end is the child's input and output: who writes to a child that has gone gets no signal.
    private let channel: Int32
    private var unread: [UInt8] = []

    /// - Parameters:
    ///   - program: its path.
    ///   - words: its name, as a list of processes shows it, and its arguments.
    init(_ program: String, _ words: [String]) throws(Failure) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, SystemCall.ownStreamSocket, 0, &ends) == 0 else { throw .didNotStart(errno) }
        // Where the call itself could not say so.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        do throws(Failure) {
            number = try Self.spawn(program, words, ends[1])
        } catch {
            close(ends[0])
            throw error
        }
        channel = ends[0]
        _ = fcntl(channel, F_SETFL, fcntl(channel, F_GETFL) | O_NONBLOCK)
        #if os(macOS)
        var on: Int32 = 1
        setsockopt(channel, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        close(channel)
        // Its number is its own until it is collected here.
        kill(number, SIGKILL)
        while waitpid(number, nil, 0) < 0, errno == EINTR {}
    }

    private static func spawn(_ program: String, _ words: [String], _ channel: Int32) throws(Failure) -> pid_t {
        var actions = SpawnRecords.fileActions
        var attributes = SpawnRecords.attributes
        guard posix_spawn_file_actions_init(&actions) == 0 else { throw .didNotStart(ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawnattr_init(&attributes) == 0 else { throw .didNotStart(ENOMEM) }
        defer { posix_spawnattr_destroy(&attributes) }
        posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        // Signals are blocked here and fetched by one thread; those of the terminal are not for it.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&all)
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGVTALRM] { sigaddset(&all, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        arguments.append(nil)
        var variables: [UnsafeMutablePointer<CChar>?] = Self.variables.compactMap { name in
            getenv(name).flatMap { strdup("\(name)=\(String(cString: $0))") }
        }
        defer { for variable in variables { free(variable) } }
        variables.append(nil)
        var number: pid_t = 0
        let code = posix_spawn(&number, program, &actions, &attributes, arguments, &variables)
        guard code == 0 else { throw .didNotStart(code) }
        return number
    }

    /// Sends a line and waits for one; after a failure it is of no use any more.
    ///
    /// - Parameter patience: in milliseconds, for both.
    func ask(_ line: String, patience: Int32) throws(Failure) -> [UInt8] {
        let deadline = Self.now() + Int64(patience)
        var rest = Array(line.utf8) + [UInt8(ascii: "\n")]
        while !rest.isEmpty {
            try wait(for: POLLOUT, until: deadline)
            let count = rest.withUnsafeBytes { SystemCall.send(channel, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .ended }
            rest.removeFirst(count)
        }
        var block = [UInt8](repeating: 0, count: 4096)
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...end) }
                return Array(unread[..<end])
            }
            guard unread.count < Self.answerLimit else { throw .tooLong }
            try wait(for: POLLIN, until: deadline)
            let count = block.withUnsafeMutableBytes { SystemCall.read(channel, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .ended }
            unread += block[..<count]
        }
    }

    private func wait(for event: Int32, until deadline: Int64) throws(Failure) {
        while true {
            var entry = pollfd(fd: channel, events: Int16(event), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: max(0, deadline - Self.now())))
            if count > 0 { return }
            guard count < 0, errno == EINTR else { throw .late }
        }
    }

    /// Milliseconds of a clock that never steps back.
    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
