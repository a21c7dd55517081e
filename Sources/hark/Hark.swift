import ArgumentParser

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Where the process begins: signals are blocked while there is one thread, so that every later one inherits the mask.
@main
enum Main {
    static func main() {
        Signals.block()
        Task.detached {
            await Hark.main()
            exit(EXIT_SUCCESS)
        }
        Signals.serve()
    }
}

/// The command. `hark` alone is `hark proxy`.
struct Hark: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "hark",
        abstract: "Watch, keep and rewrite the HTTP that goes by.",
        discussion: """
            Point a client at Hark's port and see every byte of its HTTP, both sides of the proxy, with each change \
            and its reason.

            Example:
              hark proxy --har session.har
              curl -x http://127.0.0.1:8888 http://demo.hark.test/
            """,
        version: version,
        subcommands: [
            ProxyCommand.self, RunCommand.self, DemoCommand.self, ExplainCommand.self, CaCommand.self,
            DoctorCommand.self,
        ],
        defaultSubcommand: ProxyCommand.self)
}
