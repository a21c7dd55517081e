package import Bytes
package import Flow

/// What a script makes of a connection to a server that is about to be made.
extension ScriptChanger {
    package struct ServerChange: Sendable {
        package var server: (host: Bytes, port: UInt16)?
        /// nil: no proxy.
        package var proxy: UpstreamProxy?
        package var changesProxy = false
        /// What was changed, for people; empty when nothing was.
        package var words: [String] = []
    }

    /// - Parameters:
    ///   - server: where it leads so far, `HOST:PORT`.
    ///   - mayChooseProxy: whether the way there can be another one, too.
    package static func change(
        _ server: String, isSecure: Bool, by part: ScriptVerdict.Part, mayChooseProxy: Bool
    ) throws(Fault) -> ServerChange {
        var change = ServerChange()
        var rest = part
        (rest.server, rest.via) = (nil, nil)
        guard rest == ScriptVerdict.Part() else {
            throw Fault(text: mayChooseProxy ? "only 'server' and 'via' can change" : "only 'server' can change")
        }
        if let other = part.server, other != Bytes(server) {
            guard let (host, port) = MappedURL.server(other, isSecure) else {
                throw Fault(text: "'\(shown(other))' is not HOST:PORT")
            }
            change.server = (host, port)
            change.words.append("the server to \(shown(other))")
        }
        guard let via = part.via else { return change }
        guard mayChooseProxy else { throw Fault(text: "'via' can change at 'server-connect'") }
        change.changesProxy = true
        guard !via.isEmpty else {
            change.words.append("the way to a direct one")
            return change
        }
        guard let proxy = try? UpstreamProxy(url: via.text) else {
            // It may have a password in it.
            throw Fault(text: "'via' is not the URL of a proxy (http://, https:// or socks5://HOST:PORT)")
        }
        change.proxy = proxy
        change.words.append("the way to one through \(proxy)")
        return change
    }

    /// The fields of a CONNECT to a proxy. Credentials for the proxy are among them; where it leads is not.
    ///
    /// - Parameter before: with one Host.
    package static func connectFields(
        _ before: [RuleAnswer.Field], by part: ScriptVerdict.Part
    ) throws(Fault) -> (fields: [RuleAnswer.Field], words: [String]) {
        var rest = part
        (rest.headers, rest.remove, rest.set, rest.add) = (nil, [], [], [])
        guard rest == ScriptVerdict.Part() else { throw Fault(text: "only headers can change") }
        var work = ScriptFieldWork(part.headers ?? before)
        for name in part.remove { work.apply(HeaderRule(.remove, name, source: "")) }
        for field in part.set { work.apply(HeaderRule(.set(value: field.value.trimmed), field.name, source: "")) }
        for field in part.add { work.apply(HeaderRule(.add(value: field.value.trimmed), field.name, source: "")) }
        func isHost(_ field: RuleAnswer.Field) -> Bool { field.name.equalsIgnoringCase("host") }
        guard work.fields.filter(isHost).map(\.value) == before.filter(isHost).map(\.value) else {
            throw Fault(text: "a CONNECT has exactly one Host, which is where it leads")
        }
        for field in work.fields {
            guard !field.name.isEmpty, OctetClass.token.containsAll(field.name) else {
                throw Fault(text: "'\(shown(field.name))' is not the name of a header")
            }
            let isOfProxies = ["proxy-authorization", "proxy-connection"].contains { field.name.equalsIgnoringCase($0) }
            guard isOfProxies || !HeaderRule.isProtected(field.name) else {
                throw Fault(text: "\(field.name.text) says where a message or connection ends; Hark sets it itself")
            }
            guard field.value.allSatisfy(ASCII.isFieldText) else {
                throw Fault(text: "the value of \(field.name.text) has control characters")
            }
        }
        let (old, new) = (ScriptFieldWork.byName(before), ScriptFieldWork.byName(work.fields))
        let names = new.order + old.order.filter { new.fields[$0] == nil }
        let words = names.filter { old.fields[$0]?.map(\.value) != new.fields[$0]?.map(\.value) }.map(\.text)
        return (work.fields, words)
    }

    /// An answer to a client that asked for a tunnel: it must not believe that it has one (RFC 9110 §9.3.6).
    package func refusal(_ part: ScriptVerdict.Part) throws(Fault) -> RuleAnswer {
        let answer = try answer(part)
        guard answer.status >= 300 else {
            throw Fault(text: "\(answer.status) opens a tunnel; a CONNECT is answered with 300 or more, or passed")
        }
        return answer
    }
}
