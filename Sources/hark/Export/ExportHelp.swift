/// What the help of `hark export` says of the forms. Pure.
enum ExportHelp {
    static let formats = """
        Without secrets, unless --with-secrets is given:
          har       HAR 1.2, for browsers and most tools
          pcap      decrypted packets, for Wireshark (pcapng)
          html      one page that opens without a network
          markdown  a text for a ticket
          csv       a table, one line a flow
          openapi   what was seen of an interface, with types (OpenAPI 3.1)
          postman   a collection of Postman 2.1

        Exact, unless --redact is given:
          log                Hark's log
          raw                the messages, byte for byte
          curl               a command that sends the same bytes
          python             a program that sends the same bytes
          javascript         a program of Node.js
          httpie, go, swift  a command or a program that sends an equal request
          k6                 a load test
        """
}
