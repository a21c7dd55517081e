import ArgumentParser

/// `hark script new`: a script to begin with.
struct ScriptNewCommand: ParsableCommand {
    enum Kind: String, ExpressibleByArgument, CaseIterable {
        case python, javascript, mitmproxy
    }

    static let configuration = CommandConfiguration(
        commandName: "new",
        abstract: "Print a script to start from.",
        discussion: """
            Example:
              hark script new python > sign.py
            """)

    @Argument(help: ArgumentHelp("Kind of script.", valueName: "python|javascript|mitmproxy"))
    var kind: Kind

    func run() {
        switch kind {
        case .python: Report.text(Self.python)
        case .javascript: Report.text(Self.javascript)
        case .mitmproxy: Report.text(Self.mitmproxy)
        }
    }

    static let python = """
        import hark

        key = hark.option("key", str, "secret", "what requests are signed with")


        @hark.on_request("path ~ '/api/*'")
        def sign(flow):
            flow.request.headers["X-Signature"] = key.value


        @hark.on_response("type = json", body=True)
        def look(flow):
            hark.log(f"#{flow.id}: {len(flow.response.body)} bytes of JSON")

        """

    static let javascript = """
        import { log, onRequest, onResponse, option, options } from 'hark'

        option('key', String, 'secret', 'what requests are signed with')

        onRequest('path ~ "/api/*"', (flow) => {
          flow.request.headers.set('X-Signature', options.key)
        })

        onResponse('type = json', { body: true }, (flow) => {
          log(`#${flow.id}: ${flow.response.body.length} bytes of JSON`)
        })

        """

    static let mitmproxy = """
        from mitmproxy import ctx, http


        class Sign:
            def load(self, loader):
                loader.add_option("key", str, "secret", "what requests are signed with")

            def request(self, flow: http.HTTPFlow):
                if flow.request.path.startswith("/api/"):
                    flow.request.headers["X-Signature"] = ctx.options.key


        addons = [Sign()]

        """
}
