import Testing

/// Types that one can read in a sitting: the limit is on types, over all files that extend them, and not on files.
@Suite struct TypeSizes {
    /// Lines of a type with all its extensions, those of other targets included.
    static let lines = 600
    /// Stored properties.
    static let properties = 14

    /// Lists and tables of data: a line of them is a fact, and nobody reads them in order.
    static let lists: Set = ["Checks", "Tables", "CachePhrases"]

    /// Types over a limit, with what they have. None grows, and none is added.
    static let longer = [
        "JSONWriter": 3_760, "PageAPI": 2_260, "ScreenModel": 1_640, "AgentTools": 1_520, "Exchange": 1_470,
        "FlowRecord": 1_300, "ExchangeSummary": 1_130, "EntryReader": 1_040, "Bytes": 950, "HTTP2Connection": 820,
        "StreamSocket": 800, "Facts": 750, "RuleSession": 710, "TunnelOpener": 670, "SessionReader": 670,
    ]
    static let fuller = [
        // What is known of a thing, and limits: each property is a fact.
        "Facts": 52, "FlowRecord": 35, "VisitTerms": 28, "HTTP2Limits": 28, "ProxyConfiguration": 22, "Check": 20,
        "JudgedFinding": 20, "RuleOrders": 20, "ScreenRow": 18, "FleetFlow": 18, "JudgeResult": 17,
        "CacheVerdict": 17, "ConnectionRecord": 16, "SetCookie": 15,
        // What holds others together.
        "ScreenModel": 41, "ShardState": 36, "TunnelOpener": 28, "ScriptHost": 28, "PageState": 25,
        "HTTP2Connection": 25, "HTTP2ServerConnection": 23, "ProxySession": 21, "FlowTelemetry": 21,
        "SentExchange": 20, "HTTP2Sending": 20, "HTTP1ServerConnection": 20, "EventLoop": 19, "BodyRelay": 19,
        "WebSocketFilter": 19, "TLSSession": 18, "StreamSocket": 18, "PageAPI": 18, "HTTP2ClientConnection": 18,
        "ExchangeDriver": 18, "JudgeCollector": 17, "ScreenTools": 17, "ScriptRun": 17, "SessionFlows": 16,
        "PageTools": 16, "Tunnel": 16, "HTTP2ClientStream": 16, "ScreenLoop": 15, "ScriptConversation": 15,
        "RuleSession": 15, "PageStreams": 15, "FleetShipper": 15, "HTTP2ServerStream": 15, "HTTP1ClientConnection": 15,
    ]

    @Test func aTypeIsReadInOneSitting() {
        var lines: [String: Int] = [:]
        for file in SourceTree.files {
            for (type, block) in file.typeBlocks { lines[type.name, default: 0] += block.count }
        }
        #expect(lines.count > 2_000)
        for (type, count) in lines where !Self.lists.contains(type) {
            #expect(count <= Self.longer[type] ?? Self.lines, "\(type) has \(count) lines over all its files")
        }
    }

    @Test func aTypeHoldsFewThings() {
        var isAnySeen = false
        for file in SourceTree.files {
            for (type, block) in file.typeBlocks where !type.isExtension {
                let count = block.reduce(0) { $0 + Self.stored($1) }
                isAnySeen = isAnySeen || count > Self.properties
                #expect(
                    count <= Self.fuller[type.name] ?? Self.properties, "\(type.name) has \(count) stored properties")
            }
        }
        // Whoever counts sees something.
        #expect(isAnySeen)
    }

    private static let modifiers: Set<Substring> = [
        "public", "package", "private", "fileprivate", "internal", "weak", "unowned", "lazy", "nonisolated",
    ]

    /// How many stored properties a line of a type declares.
    private static func stored(_ line: Substring) -> Int {
        guard line.hasPrefix("    "), line.dropFirst(4).first?.isLetter == true else { return 0 }
        let words = line.split(separator: " ")
        guard let keyword = words.firstIndex(where: { $0 == "let" || $0 == "var" }), keyword + 1 < words.count,
            words[..<keyword].allSatisfy({ modifiers.contains($0.prefix { $0 != "(" }) })
        else { return 0 }
        // What ends with a body is computed, unless that is a value's.
        let end = words[words.count - 1].last
        let hasBody = end == "{" || end == "}" && !line.prefix { $0 != "{" }.contains("=")
        guard !hasBody else { return 0 }
        guard words[keyword + 1].hasPrefix("(") else { return 1 }
        return words[(keyword + 1)...].joined().prefix { $0 != ")" }.split(separator: ",").count
    }
}

extension SourceFile {
    /// Each type and extension that begins at the left edge, with its lines.
    fileprivate var typeBlocks: [(type: (name: String, isExtension: Bool), lines: ArraySlice<Substring>)] {
        let head =
            #/
            (?: @ \w+ (?: \( [^)]* \) )? \x20 )*
            (?: (?: public | package | internal | private | fileprivate | final | indirect | nonisolated ) \x20 )*
            ( struct | class | enum | actor | extension | protocol ) \x20 ( \w+ )
            /#
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false)
        var blocks: [(type: (name: String, isExtension: Bool), lines: ArraySlice<Substring>)] = []
        var open: (start: Int, name: String, isExtension: Bool)?
        for (number, line) in lines.enumerated() {
            // Few lines begin at the left edge: only they are looked at closely.
            if line.first?.isLetter == true || line.first == "@", let found = line.prefixMatch(of: head) {
                open = (number, String(found.2), found.1 == "extension")
            }
            guard line.hasPrefix("}"), let begun = open else { continue }
            blocks.append(((begun.name, begun.isExtension), lines[begun.start...number]))
            open = nil
        }
        return blocks
    }
}
