import Bytes
package import Engine
import HTTPModel
package import Reactor

/// Whether a `transparent://` listener is there and Hark's, and which lines of the packet filter lead to it.
package struct TransparentDoctor {
    private let place: HostPort
    private let address: SocketAddress
    /// Who asks.
    private let user: UInt32

    /// - Parameter user: the number of whoever asks.
    package init(place: HostPort, address: SocketAddress, user: UInt32) {
        self.place = place
        self.address = address.unmapped
        self.user = user
    }

    /// What was found, and the lines, where they would do.
    package func examine() -> (diagnoses: [Diagnosis], rules: RedirectRules?) {
        let found = identity()
        guard found.verdict == .ok else { return ([found], nil) }
        guard let owner = ListeningUser.at(address) else {
            return ([found, Diagnosis("user", .bad, "The system does not show which user runs Hark.")], nil)
        }
        let rules = RedirectRules(to: address, user: owner)
        guard owner == user, address.isLoopback else {
            let text = "Hark runs as user \(owner), whose own connections are not redirected."
            return ([found, Diagnosis("user", .ok, text)], rules)
        }
        return (
            [
                found,
                Diagnosis(
                    "user", .warn,
                    "Hark runs as your own user (\(owner)). Its connections must not be redirected, so none of "
                        + "this user's are.",
                    remedy: "sudo -u USER hark proxy --listen transparent://\(place)"),
            ], rules
        )
    }

    /// Who comes straight to such a listener is told what it is.
    private func identity() -> Diagnosis {
        do throws(ProbeFailure) {
            let answer = try ProbeExchange(
                Bytes("GET / HTTP/1.1\r\nHost: \(place)\r\nUser-Agent: hark-doctor\r\nConnection: close\r\n\r\n"), .get,
                over: try ProbeConnection(to: place))
            guard answer.head.status == 403, answer.body.text.contains("hark doctor --transparent") else {
                return Diagnosis(
                    "transparent", .bad, "\(place) is not a transparent listener of Hark.", remedy: start)
            }
            return Diagnosis("transparent", .ok, "Hark waits at \(place) for redirected connections.")
        } catch {
            return Diagnosis(
                "transparent", .bad, "No transparent listener answers at \(place): \(error.text).", remedy: start)
        }
    }

    private var start: String { "hark proxy --listen transparent://\(place)" }
}
