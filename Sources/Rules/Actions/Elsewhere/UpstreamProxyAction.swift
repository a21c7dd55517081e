import Filter
import Flow

/// `via`: an upstream proxy.
struct UpstreamProxyAction: RuleAction {
    let via: UpstreamProxy

    static let entry = ActionEntry("via", "PROXY-URL", "uses this upstream proxy (http, https, socks5)") {
        reader throws(FilterError) in
        let value = try reader.argument("the URL of a proxy")
        do throws(UpstreamProxy.Mistake) {
            return UpstreamProxyAction(via: try UpstreamProxy(url: value.text))
        } catch {
            // What is quoted in a mistake is never a password.
            throw FilterError(value.range, error.text)
        }
    }

    var clause: String { "uses the upstream proxy \(via)" }
    var sparesServer: Bool { true }
    var proxy: UpstreamProxy? { via }

    func change(_ work: inout RequestWork, _ step: RuleStep, of ready: RuleBook.Ready, _ run: RuleRun) -> String? {
        work.orders.proxy = via
        return "Used the upstream proxy \(via)."
    }
}
