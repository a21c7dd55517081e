import Bytes

/// How one kind of client is told of the proxy: sentences, and lines to paste.
struct SetupPart {
    enum Step {
        case text(String)
        case line(String)
    }

    let title: String
    let steps: [Step]

    /// - Parameter proxy: the address of the listener, `127.0.0.1:8888`.
    static func all(for proxy: String) -> [SetupPart] {
        let port = proxy.split(separator: ":").last.map { String($0) } ?? "8888"
        func variables(_ address: String, _ sign: String = "") -> String {
            ["http_proxy", "https_proxy"].map { "\(sign)\($0)=http://\(address)" }.joined(separator: " ")
        }
        return [
            SetupPart(
                title: "Terminal",
                steps: [
                    .text("Programs that are started after this use the proxy:"),
                    .line("export \(variables(proxy))"),
                    .text("Trust Hark's CA, so that HTTPS can be read:"),
                    .line("hark ca trust"),
                ]),
            SetupPart(
                title: "Browser",
                steps: [
                    .text("Start one with its own profile:"),
                    .line("chromium --proxy-server=\(proxy) --user-data-dir=/tmp/hark-browser"),
                    .text(
                        """
                        Or enter \(proxy) in its settings as the proxy for HTTP and HTTPS. Then open this in it to \
                        trust Hark's CA:
                        """),
                    .line("http://hark.test/trust"),
                ]),
            SetupPart(
                title: "Phone",
                steps: [
                    .text("Let Hark listen on the network:"),
                    .line("hark proxy --page --listen 0.0.0.0:\(port) --allow 192.168.0.0/16"),
                    .text(
                        """
                        In the phone's Wi-Fi settings enter this computer's address and port \(port) as the proxy. \
                        Then open this on the phone:
                        """),
                    .line("http://hark.test/trust"),
                ]),
            SetupPart(
                title: "Container",
                steps: [
                    .text("On Linux a container can share the network of this computer:"),
                    .line("docker run --network host \(variables(proxy, "-e ")) IMAGE"),
                    .text("On a Mac and on Windows it reaches this computer by a name:"),
                    .line("docker run \(variables("host.docker.internal:\(port)", "-e ")) IMAGE"),
                    .text("To read HTTPS, give it Hark's CA, with these options of docker run:"),
                    .line("hark ca export --output hark-ca.pem"),
                    .line("-v \"$PWD/hark-ca.pem:/hark-ca.pem\" -e SSL_CERT_FILE=/hark-ca.pem"),
                ]),
        ]
    }

    func write(to json: inout JSONWriter) {
        json.beginObject()
        json.member("title", title)
        json.beginArray("steps")
        for step in steps {
            json.beginObject()
            switch step {
            case .text(let text):
                json.member("text", text)
            case .line(let line):
                json.member("line", line)
            }
            json.endObject()
        }
        json.endArray()
        json.endObject()
    }
}
