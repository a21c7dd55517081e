package import Bytes
import Platform

/// How a short command ended, and what it printed. Blocking; for tools like `certutil`, never on a loop.
package struct CommandResult: Sendable, Equatable {
    /// Its exit code; for a signal, 128 and its number, as shells count.
    package let status: Int32
    /// The beginning of its standard output.
    package let output: Bytes
    /// Why it could not be started, or nil.
    package let failure: String?

    package init(status: Int32, output: Bytes = Bytes(), failure: String? = nil) {
        self.status = status
        self.output = output
        self.failure = failure
    }

    private static let largestOutput = 1 << 20

    /// Runs a command, found in PATH, with nothing to read and its complaints dropped, and waits for its end.
    package static func running(_ command: [String]) -> CommandResult {
        guard let program = command.first else { return CommandResult(status: 127, failure: "there is no command") }
        // Other threads may start processes too, and their children must not keep this pipe open.
        guard let ends = SystemCall.ownPipe() else { return CommandResult(status: 127, failure: SystemText.latest) }
        let (child, failure) = start(command, output: ends.write)
        close(ends.write)
        guard let child else {
            close(ends.read)
            return CommandResult(status: 127, failure: "\(program): \(SystemFailure(failure).text)")
        }
        let output = drain(ends.read)
        close(ends.read)
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        // The two forms in which POSIX systems report an end (wait.h): a signal in the low seven bits, or a code above.
        let signal = status & 0x7F
        return CommandResult(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: output)
    }

    private static func start(_ command: [String], output: Int32) -> (pid_t?, failure: Int32) {
        var actions = SpawnRecords.fileActions
        guard posix_spawn_file_actions_init(&actions) == 0 else { return (nil, ENOMEM) }
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var child: pid_t = 0
        let failure = posix_spawnp(&child, command[0], &actions, nil, words, environ)
        return failure == 0 ? (child, 0) : (nil, failure)
    }

    /// Reads to the end, also past what is kept, so that the command is never stopped by a full pipe.
    private static func drain(_ file: Int32) -> Bytes {
        var kept: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(file, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return Bytes(kept) }
            kept.append(contentsOf: block[..<min(count, largestOutput - min(kept.count, largestOutput))])
        }
    }
}
