import ArgumentParser

/// placeholder until written
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "demo", abstract: "Walk through the built-in demo site.")
    @OptionGroup var options: ProxyOptions
    func run() async throws {}
}
