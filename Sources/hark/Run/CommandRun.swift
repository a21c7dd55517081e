import Authority
import Doctor
import Engine
import Platform

/// One command that is led through a proxy: what it is told, how it is started, how it ended.
struct CommandRun {
    let command: [String]
    let tls: TLSWiring
    let isQuiet: Bool
    /// Where it writes while the terminal is a screen; nil: to the terminal.
    var output: SpooledOutput?

    /// Starts it and waits for its end; what was made for it is gone then.
    func exitCode(proxy: ProxyAddress) async throws(RunFailure) -> Int32 {
        let folder: RunFolder
        do throws(LaunchFailure) {
            folder = try RunFolder(in: Environment.value("TMPDIR"))
        } catch {
            throw RunFailure(text: error.text, code: EX_IOERR)
        }
        let result: Result<Int32, RunFailure>
        do throws(RunFailure) {
            result = .success(try await start(proxy, folder))
        } catch {
            result = .failure(error)
        }
        if let problem = await folder.remove() { Diagnostics.say(problem) }
        return try result.get()
    }

    private func start(_ proxy: ProxyAddress, _ folder: RunFolder) async throws(RunFailure) -> Int32 {
        let environment = CommandEnvironment.current()
        let former = environment.formerProxies
        if !former.isEmpty, !isQuiet {
            Diagnostics.say(
                "\(former.joined(separator: ", ")) named a proxy; Hark ignores it (to use it: --upstream-proxy URL)"
            )
        }
        let launch: Launch
        do throws(LaunchFailure) {
            launch = try Launch(
                command, environment: environment, proxy: proxy, authority: tls.authority?.certificate,
                leafPin: tls.leafPin, folder: folder, say: Diagnostics.say)
        } catch {
            throw RunFailure(text: error.text, code: EX_IOERR)
        }
        var words = CommandWords.last(command.count)
        words.insert(contentsOf: launch.arguments.map { Array($0.utf8) }, at: min(1, words.count))
        do throws(ChildProcess.StartFailure) {
            let started = try ChildProcess.start(
                words, environment: launch.environment, input: output?.input, output: output?.descriptor)
            switch started {
            case .success(let child): return await child.exitCode()
            case .failure(let interruption): return 128 + interruption.signal
            }
        } catch {
            throw RunFailure(text: error.text, code: error.code)
        }
    }
}

/// Why there is no command to wait for, and the code to end with.
struct RunFailure: Error {
    let text: String
    let code: Int32
}

/// The words of this process's command line as the system gave them: a file's name need not be UTF-8.
private enum CommandWords {
    static func last(_ count: Int) -> [[UInt8]] {
        let total = Int(CommandLine.argc)
        return (max(0, total - count)..<total).compactMap { index in
            CommandLine.unsafeArgv[index].map { [UInt8](UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
        }
    }
}
