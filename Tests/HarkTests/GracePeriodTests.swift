import Engine
import Foundation
import Testing

@testable import hark

/// Service managers of the examples wait for as long as a proxy may take to ship what waits.
@Suite struct GracePeriodTests {
    /// The number that follows these words in a file of the example.
    private func seconds(_ words: String, in file: String) throws -> Int {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = try String(contentsOf: folder.appending(path: "examples/fleet/" + file), encoding: .utf8)
        let parts = text.components(separatedBy: words)
        try #require(parts.count == 2, "\(file) has '\(words)' \(parts.count - 1) times")
        return try #require(Int(parts[1].prefix { $0.isNumber }))
    }

    @Test(arguments: [
        ("sidecar.yaml", "terminationGracePeriodSeconds: "), ("hark.service", "TimeoutStopSec="),
        ("compose.yaml", "stop_grace_period: "),
    ])
    func aProxyHasTheTimeToShip(file: String, words: String) throws {
        // Kubernetes counts what runs before the signal.
        let before = file == "sidecar.yaml" ? try seconds("seconds: ", in: file) : 0
        let exchanges = Int(Timeouts().grace.components.seconds)
        let shipping = ShipperProcess.longest + 2 * ShipperProcess.patience
        let longest = Double(before + exchanges) + shipping + Double(TelemetryExporter.patience)
        #expect(try Double(seconds(words, in: file)) >= longest)
    }
}
