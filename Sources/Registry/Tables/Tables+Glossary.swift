extension Tables {
    /// The words of Hark itself; docs/glossary.md shows the same rows.
    static let glossaryRows = """
        action | Hark's glossary |
        What a rule does with a matching message, such as respond, delay or set-request-header.
        assumed | Hark's glossary |
        Marks a fact that Hark supposed because the recording does not contain it; no conclusion rests on it.
        breakpoint | Hark's glossary |
        A place where a rule with the action 'break' holds a message until you send, edit, drop or answer it.
        change | Hark's glossary |
        One line of a message that Hark forwarded in another form, with the reason.
        check | Hark's glossary |
        A test of recorded exchanges that can result in a note.
        credentials | Hark's glossary |
        Passwords, tokens and cookies: values that let someone act as you.
        exchange | Hark's glossary |
        One request with its response.
        evicted | Hark's glossary |
        Removed because a size or age limit was reached; pinned flows are never evicted.
        expired | Hark's glossary |
        Past its lifetime, such as a cookie, a certificate or a stored response.
        filter | Hark's glossary |
        An expression that selects flows, such as status >= 400.
        flow | Hark's glossary |
        The record of one exchange: both messages, their bytes, times, changes and notes.
        flow number | Hark's glossary |
        The number that Hark prints for a flow (#12), which commands accept as 12, #12, 3-7, last or SESSION:12.
        forwarded | Hark's glossary |
        Sent to the next server or client, byte for byte except for recorded changes.
        Hark's CA | Hark's glossary |
        The certificate authority on this computer that signs the certificates with which Hark decrypts HTTPS.
        held | Hark's glossary |
        Waiting at a breakpoint for your decision.
        HAR | Hark's glossary |
        HTTP Archive 1.2, a JSON format for exchanges that browsers and many tools read and write.
        listener | Hark's glossary |
        An address and port on which Hark accepts connections.
        log | Hark's glossary |
        A file with one JSON line per finished flow, written with --log.
        match | Hark's glossary |
        To fulfil a filter: a rule applies to the messages that match its filter.
        message | Hark's glossary |
        A request or a response; inside a WebSocket, an event stream or an RPC, one unit of it.
        note | Hark's glossary |
        What a check found in an exchange, with a level: good, info, warning or bad.
        outcome | Hark's glossary |
        How a flow ended: complete, aborted, refused, failed or tunnel.
        pinned | Hark's glossary |
        Protected from automatic clean-up.
        quirk | Hark's glossary |
        A deviation from the specification that Hark accepted and recorded, with its place.
        redacted | Hark's glossary |
        Replaced by a tag, because it was a credential.
        refused | Hark's glossary |
        Not forwarded, because two parsers could read the message differently or a limit was exceeded.
        replay | Hark's glossary |
        To send a recorded request again, byte for byte.
        rewritten | Hark's glossary |
        Changed by a rule or an option of yours.
        route | Hark's glossary |
        The connections through which a request reaches its server: directly or through upstream proxies.
        RPC | Hark's glossary |
        A remote procedure call of gRPC, gRPC-Web or Connect: a method with its messages.
        rule | Hark's glossary |
        A line that selects messages with a filter and changes, answers, delays or holds them.
        run | Hark's glossary |
        One start of Hark; connection numbers count within it.
        session file | Hark's glossary |
        An SQLite file with the flows of one start of Hark; short: session.
        tunnel | Hark's glossary |
        A connection whose bytes Hark forwards without reading them as HTTP.
        upstream proxy | Hark's glossary |
        The next proxy, which Hark uses to reach servers.
        """
}
