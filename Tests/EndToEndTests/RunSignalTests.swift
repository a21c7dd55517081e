import Foundation
import TestKit
import Testing

/// Signals, descriptors and limits: the command of `hark run` lives as it would without Hark.
@Suite struct RunSignalTests {
    /// A command that counts the signals it gets and, at SIGTERM, ends with the code 3 after saying how many.
    private static let counter = """
        import os, signal
        numbers = {signal.SIGINT, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGTERM}
        signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
        os.write(1, b"ready\\n")
        seen = []
        while (number := signal.sigwait(numbers)) != signal.SIGTERM:
            seen.append(int(number))
        print("seen", *sorted(seen), flush=True)
        os._exit(3)
        """

    @Test(arguments: [[], [SIGINT], [SIGHUP], [SIGQUIT], [SIGUSR1], [SIGINT, SIGUSR2]])
    func signalsSentToHarkReachTheCommandAndEndNothingByThemselves(signals: [Int32]) throws {
        let scratch = try Scratch()
        let output = scratch.file("output")
        let child = try Child(
            Tool.hark(), ["run", "--quiet", "--", Tool.python(), "-c", Self.counter],
            environment: ["TMPDIR": scratch.path], output: output, diagnostics: scratch.file("diagnostics"))
        try eventually("the command is ready") { try String(contentsOfFile: output, encoding: .utf8) == "ready\n" }
        for signal in signals { child.send(signal) }
        // Hark takes pending signals in the order of their numbers, but HUP, INT and QUIT come before TERM in any case;
        // the two for users are behind none that ends.
        try eventually("they have been passed on") { try Self.pending(child.pid).isEmpty }
        child.send(SIGTERM)
        let ending = try child.wait()
        let said = try String(contentsOfFile: scratch.file("diagnostics"), encoding: .utf8)
        #expect(ending == .exited(3), "\(said)")
        let numbers = signals.map { " \($0)" }.joined()
        #expect(try String(contentsOfFile: output, encoding: .utf8) == "ready\nseen\(numbers)\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(!left.contains { $0.hasPrefix("hark-run-") })
    }

    /// The signals that wait for a process; none where there is no /proc.
    private static func pending(_ process: pid_t) throws -> Set<Int> {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return [] }
        let line = status.split(separator: "\n").first { $0.hasPrefix("ShdPnd:") }
        guard let line, let bits = UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) else {
            return []
        }
        return Set((0..<64).filter { bits >> UInt64($0) & 1 == 1 })
    }

    @Test func anInterruptAtTheTerminalReachesTheCommandOnce() throws {
        let result = try Tool.runScript(
            "run_at_terminal.py",
            [Tool.hark(), "run", "--quiet", "--", Tool.python(), "-c", Self.counter])
        #expect(result.text == "seen 2\nexit 3\n", result.summary)
    }

    #if os(Linux)
    @Test(arguments: [("", "0000"), ("INT ", "0002"), ("PIPE ", "1000"), ("INT PIPE HUP ", "1003")])
    func theCommandIgnoresAndBlocksWhatItWouldWithoutHark(ignored: String, bits: String) throws {
        let script = """
            import os, signal, sys
            for name in ("INT", "PIPE", "HUP"):
                ignore = name in sys.argv[1].split()
                signal.signal(getattr(signal, "SIG" + name), signal.SIG_IGN if ignore else signal.SIG_DFL)
            os.execv(sys.argv[2], sys.argv[2:])
            """
        let scratch = try Scratch()
        let result = try Tool.run(
            Tool.python(),
            ["-c", script, ignored, Tool.hark(), "run", "--quiet", "--", "cat", "/proc/self/status"],
            environment: ["TMPDIR": scratch.path])
        // Above these 16 are only signals that the C library keeps to itself.
        let line = result.text.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        #expect(line?.hasSuffix(bits) == true, result.summary)
        #expect(result.text.contains("SigBlk:\t0000000000000000"), result.summary)
    }

    @Test func theCommandHasNoneOfHarksDescriptors() throws {
        let scratch = try Scratch()
        let result = try Tool.run(
            Tool.hark(),
            [
                "run", "--quiet", "--har", scratch.file("a.har"), "--log", scratch.file("a.log"), "--",
                "sh", "-c", "ls -l /proc/self/fd/",
            ], environment: ["TMPDIR": scratch.path])
        let open = result.text.split(separator: "\n").compactMap { $0.split(separator: "->").last }
        // The three, and the folder that ls itself reads; after the line with the total.
        #expect(open.count == 5, result.summary)
        #expect(!result.text.contains("a.har") && !result.text.contains("socket:"), result.summary)
    }
    #endif

    @Test func theCommandHasTheLimitsThatItWouldHaveWithoutHark() throws {
        let scratch = try Scratch()
        let script =
            "ulimit -S -n 256; ulimit -S -c 4; exec '\(try Tool.hark())' run --quiet -- sh -c '\(Self.limits)'"
        let result = try Tool.run("/bin/sh", ["-c", script], environment: ["TMPDIR": scratch.path])
        #expect(result.text == "256\n4\n", result.summary)
    }

    private static let limits = "ulimit -S -n; ulimit -S -c"
}
